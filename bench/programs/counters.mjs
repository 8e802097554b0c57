import { recountPosts } from '../../api/src/features/posts/recount.ts'
import { checkTimelines } from '../../api/src/features/posts/feed/timeline-check.ts'
import { memberSteps } from '../support/member-data.mjs'
import { loadInBulk, print, startProduct, withDatabase } from '../support/product.mjs'

const actions = Number(process.env.ACTIONS ?? 100_000)
const clients = 64
const members = 200
const postsAtFirst = 400

/**
 * Makes random likes, comments, follows, posts and deletions by 64 clients at once, then compares every counter with its
 * rows.
 */
export const run = () =>
  withDatabase(async (database) => {
    await loadInBulk(database.url, memberSteps(members))
    const tokens = await Array.fromAsync({ length: members }, (_, nth) => database.tokenOf(nth + 1))
    const product = await startProduct(database)
    const answers = await play(product.url, tokens).finally(() => product.stop())
    print(`answers by status: ${JSON.stringify(answers)}`)
    const drift = await recountPosts(database.db)
    const differences = await checkTimelines(database.db)
    print(
      `drift: ${drift.length} counters (0 allowed), timelines: ${differences.length} differences (0 allowed)`,
    )
    const broken = Object.entries(answers).filter(([status]) => Number(status) >= 500)
    print(`answers of 500 and above: ${broken.length} (0 allowed)`)
    return drift.length === 0 && differences.length === 0 && broken.length === 0
  })

const pick = (from) => from[Math.floor(Math.random() * from.length)]
const anyone = () => 1 + Math.floor(Math.random() * members)

/** Lets each client make one random change after the other until all are made. */
async function play(url, tokens) {
  const answers = {}
  const call = callerOf(url, tokens, answers)
  const { posts, write, moves } = movesOf(call)
  let left = actions + postsAtFirst
  async function client() {
    while (left > 0) {
      const nth = (left -= 1)
      if (nth % 10_000 === 0) print(`  ${nth} to go`)
      await (posts.length < postsAtFirst ? write() : pick(moves)())
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return answers
}

function callerOf(url, tokens, answers) {
  return async function call(method, path, { body, by = anyone() } = {}) {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens[by - 1]}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    answers[response.status] = (answers[response.status] ?? 0) + 1
    return (await response.json()).data
  }
}

/** Returns changes of rows that exist. Another client may have deleted them since, which is intended. */
function movesOf(call) {
  const posts = []
  const comments = []
  const write = async () => {
    const { id, userId: by } = await call('POST', '/post/user/create', { body: { caption: 'Nnọọ' } })
    posts.push({ id, by })
  }
  const comment = async () => {
    const path = `/post/comments/${pick(posts).id}/create`
    const made = await call('POST', path, { body: { comments: 'Ka chi fo' } })
    if (made) comments.push({ id: made.id, by: made.userId })
  }
  const remove = (path, known) => {
    const { id, by } = pick(known) ?? { id: 1, by: 1 }
    return call('DELETE', `${path}/${id}`, { by })
  }
  const moves = [
    ...Array(6).fill(() => call('POST', `/post/like/${pick(posts).id}`)),
    ...Array(3).fill(comment),
    ...Array(2).fill(() => call('POST', `/user/follow/${anyone()}`)),
    () => call('POST', `/user/unfollow/${anyone()}`),
    () => remove('/post/comments/delete', comments),
    () => remove('/post/delete', posts),
    () => call('GET', '/post/user/post/feed'),
    write,
  ]
  return { posts, write, moves }
}
