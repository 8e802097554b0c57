import { sql } from 'kysely'
import { maxPostId, timelineIds } from '../../api/src/features/posts/feed/feed-ids.ts'
import { checkTimelines } from '../../api/src/features/posts/feed/timeline-check.ts'
import { peopleSteps, postSteps, readers, timelineSteps } from '../support/feed-data.mjs'
import { figuresText, measure, rateOf } from '../support/measure.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const few = Number(process.env.FEW_POSTS ?? 100_000)
const all = Number(process.env.ALL_POSTS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 5)
/** Of the requests a second of the bare route. */
const least = 0.5
const path = '/api/post/user/post/feed'
const followed = Object.keys(readers)

/**
 * Measures the feed over HTTP with its token check, against the least that a feed can do: a bare route that finds the ids of
 * the page by one index and sends the same bytes ready-made.
 */
export const run = () =>
  withDatabase(async (database) => {
    print('Making the members and their follows …')
    await loadInBulk(database.url, peopleSteps)
    const small = await measureWith(database, 1, few)
    const large = await measureWith(database, few + 1, all)
    return report(small, large)
  })

async function measureWith(database, from, to) {
  print(`\n${to} posts`)
  await loadInBulk(database.url, [...postSteps(from, to), ...timelineSteps])
  const differences = await checkTimelines(database.db)
  print(`  timelines compared with the posts: ${differences.length} differences`)
  await prepareBaseline(database)
  await using ours = await startProduct(database)
  const answers = await readAnswers(database, ours)
  const environment = { ANSWERS: JSON.stringify(answers.map(({ url, headers }) => ({ url, headers }))) }
  await using bare = await startBaseline(database, environment)
  const limits = answers.map(({ count }, nth) => ({
    name: 'bare',
    count,
    url: `${bare.url}/feed/${readers[count]}/${nth}`,
  }))
  const figures = await measureAll([...answers, ...limits])
  const isRight = answers.every(({ rows }) => rows === 20) && differences.length === 0
  return { ...figures, isRight }
}

/** Lets one index find the 21 posts of each reader. */
async function prepareBaseline({ db, url }) {
  await loadInBulk(url, [
    'create table if not exists bare_feed (reader_id bigint, post_id bigint, primary key (reader_id, post_id))',
    'truncate bare_feed',
  ])
  for (const id of Object.values(readers)) {
    const span = { above: 0, below: maxPostId, take: 21, skip: 0 }
    await sql`insert into bare_feed select ${id}, id from (${timelineIds({ id }, span)}) page`.execute(db)
  }
}

async function readAnswers(database, { url }) {
  const answers = []
  for (const count of followed) {
    const side = {
      name: 'ours',
      count,
      url: url + path,
      headers: {
        'accept-encoding': 'identity',
        authorization: `Bearer ${await database.tokenOf(readers[count])}`,
      },
    }
    // The first visit of a member is recorded, and only then the timeline is read alone.
    await fetch(side.url, side)
    const text = await (await fetch(side.url, side)).text()
    const rows = JSON.parse(text).data.content.length
    print(`  who follows ${count}: ${rows} posts, ${Buffer.byteLength(text)} bytes`)
    answers.push({ ...side, rows })
  }
  return answers
}

async function measureAll(sides) {
  const figures = { ours: {}, bare: {} }
  const rate = (side) => rateOf(side, 2)
  for (const side of await measure(sides, { rounds, samples: 200, rate })) {
    figures[side.name][side.count] = side
    print(`  ${side.name}, follows ${side.count.padStart(4)}: ${figuresText(side)}`)
  }
  return figures
}

function report(small, large) {
  const reach = large.ours[200].perSecond / large.bare[200].perSecond
  const growth = large.ours[200].p50 / small.ours[200].p50
  const spread = large.ours[2000].p50 / large.ours[20].p50
  print('')
  print(`requests/s, who follows 200: ${large.ours[200].perSecond.toFixed(0)}`)
  print(`requests/s against the limit, who follows 200: ${reach.toFixed(2)} (at least ${least.toFixed(2)})`)
  print(`median from ${few} to ${all} posts: ${growth.toFixed(2)}× (at most 1.20)`)
  print(`median from 20 to 2,000 followed: ${spread.toFixed(2)}× (at most 1.30)`)
  print(`pages full and timelines right: ${small.isRight && large.isRight ? 'yes' : 'NO'}`)
  return reach >= least && growth <= 1.2 && spread <= 1.3 && small.isRight && large.isRight
}
