import { sql } from 'kysely'
import { cpuSecondsDuring } from '../support/cpu-time.mjs'
import { median } from '../support/measure.mjs'
import { memberSteps } from '../support/member-data.mjs'
import { loadInBulk, print, startProduct, withDatabase } from '../support/product.mjs'

const rounds = Number(process.env.ROUNDS ?? 7)
const likers = 1000
const authorId = likers + 1
const connections = 16
const warmUp = 20 * connections
const most = 1.2

/** Chooses whose posts are liked: like `nth` is by member `nth + 1`, on the post at `nth` modulo their number. */
const shapes = {
  'one post': [authorId],
  'a thousand posts': Array.from({ length: likers }, (_, nth) => 1 + ((nth + 1) % likers)),
}

/**
 * Measures likes over HTTP with and without notifications, in alternating turns, in processor time of the server and its
 * database, because elapsed time depends on other programs. Then it counts what was written, also after a kill.
 */
export const run = () =>
  withDatabase(async (database) => {
    await loadInBulk(database.url, [...memberSteps(authorId), 'vacuum analyze members'])
    const tokens = await Array.fromAsync({ length: authorId }, (_, nth) => database.tokenOf(nth + 1))
    const openNotification = await definitionOf(database, 'open_notification')
    const bench = { database, tokens, openNotification, product: await startProduct(database) }
    try {
      const isCheap = await compareAll(bench)
      return (await checkKill(bench)) && isCheap
    } finally {
      await bench.product.stop()
    }
  })

async function definitionOf({ db }, name) {
  const { rows } = await sql`select pg_get_functiondef(${name}::regproc) as text`.execute(db)
  return rows[0].text
}

/** Replaces the function that every cause of a notification calls by one without any effect. */
const withoutEffect = (definition) =>
  `${definition.slice(0, definition.indexOf('AS $function$'))} AS $function$ begin return null; end $function$`

async function compareAll(bench) {
  let isWithin = true
  for (const [name, authors] of Object.entries(shapes)) {
    const ratios = []
    const posts = []
    for (let round = 0; round < rounds; round += 1) {
      const without = await measure(bench, authors, withoutEffect(bench.openNotification))
      const withRows = await measure(bench, authors, bench.openNotification)
      posts.push(...withRows.posts)
      ratios.push(withRows.cpu / without.cpu)
      print(`  ${name}: ${text(without)} without, ${text(withRows)} with`)
    }
    const ratio = median(ratios)
    const isExact = await checkRows(bench, posts, posts.length > rounds ? 1 : likers)
    print(`${name}: ${ratio.toFixed(2)} of the processor time without notifications (at most ${most})`)
    isWithin &&= isExact && ratio <= most
  }
  return isWithin
}

const text = ({ cpu, seconds }) =>
  `${((cpu / likers) * 1000).toFixed(2)} ms a like (${(likers / seconds).toFixed(0)} likes/s)`

async function measure(bench, authors, openNotification) {
  const { database } = bench
  await sql.raw(openNotification).execute(database.db)
  // Every connection makes new plans after that, for a row that it inserts as for one that it updates.
  await likeAll(bench, await addPosts(database, authors.slice(0, warmUp)), { count: warmUp })
  const posts = await addPosts(database, authors)
  const began = performance.now()
  const cpu = await cpuSecondsDuring(database, bench.product, () => likeAll(bench, posts))
  return { cpu, seconds: (performance.now() - began) / 1000, posts }
}

async function addPosts({ db }, authors) {
  const rows = authors.map((author_id) => ({
    author_id,
    caption: 'What is happening back home?',
    is_fanned_out: true,
    created_at: new Date(),
  }))
  return (await db.insertInto('posts').values(rows).returning('id').execute()).map(({ id }) => id)
}

/** Lets every liker like one of the posts. A call without a response counts as a 503. */
async function likeAll({ product, tokens }, posts, { count = likers, onAnswer = () => {} } = {}) {
  let next = 0
  async function client() {
    while (next < count) {
      const nth = next++
      const answer = await fetch(`${product.url}/api/post/like/${posts[nth % posts.length]}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[nth]}`, 'content-type': 'application/json' },
        body: '{"liked":true}',
      }).catch(() => new Response(null, { status: 503 }))
      onAnswer(answer.status)
      await answer.text().catch(() => '')
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
}

/** Checks that each post has one row for its author, and that every like belongs to it. */
async function checkRows({ database }, posts, likesOfEach) {
  const { rows } = await sql`
    select (select count(*) from likes where post_id = any(${posts})) as likes,
      (select count(*) from likes join notifications on notifications.id = notification_id
        where post_id = any(${posts}) and target_type = 'post' and target_id = post_id and kind = 'LIKE'
          and notifications.member_id = post_author_id) as notified,
      (select count(*) from notifications where target_type = 'post' and target_id = any(${posts})) as rows`.execute(
    database.db,
  )
  const { likes, notified, rows: opened } = rows[0]
  const expected = posts.length * likesOfEach
  print(`  ${expected} likes: ${expected - notified} lost, ${opened - posts.length} rows doubled (0 allowed)`)
  return likes === expected && notified === expected && opened === posts.length
}

/**
 * Kills the server in the middle of a thousand likes. All acknowledged ones must be stored, and all after they are sent
 * again.
 */
async function checkKill(bench) {
  const { database, tokens } = bench
  const posts = await addPosts(database, [authorId])
  let acknowledged = 0
  await likeAll(bench, posts, {
    onAnswer(status) {
      acknowledged += status === 200 ? 1 : 0
      if (acknowledged === likers / 2) void bench.product.kill()
    },
  })
  bench.product = await startProduct(database, bench.product.port)
  const shown = await actorCount(bench, tokens.at(-1), posts[0])
  const { n: stored } = await database.db
    .selectFrom('likes')
    .select((row) => row.fn.countAll().as('n'))
    .where('post_id', '=', posts[0])
    .executeTakeFirstOrThrow()
  print(`after kill -9: ${acknowledged} likes acknowledged, ${stored} stored, ${shown} in the notification`)
  await likeAll(bench, posts)
  const all = await actorCount(bench, tokens.at(-1), posts[0])
  print(`sent again: ${all} in the notification (${likers} expected)`)
  const isExact = await checkRows(bench, posts, likers)
  return isExact && shown === stored && stored >= acknowledged && all === likers
}

async function actorCount({ product }, token, postId) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${product.url}/api/notifications?kinds=LIKE&size=1`, { headers })
  const { content } = (await answer.json()).data
  return content[0].target.id === postId ? content[0].actorCount : 0
}
