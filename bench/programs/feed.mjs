import { sql } from 'kysely'
import { floorOf, laidOutIds, noEnd } from '../../api/src/features/posts/feed/feed-ids.ts'
import { selectFigures } from '../../api/src/features/posts/post-rows.ts'
import { checkTimelines } from '../../api/src/features/posts/feed/timeline-check.ts'
import { bareFeed } from '../support/bare-feed.mjs'
import { peopleSteps, postSteps, readers, timelineSteps } from '../support/feed-data.mjs'
import { figuresText, measure, rateOf } from '../support/measure.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const few = Number(process.env.FEW_POSTS ?? 100_000)
const all = Number(process.env.ALL_POSTS ?? 1_000_000)
const rounds = 5
const path = '/api/post/user/post/feed'
const followed = Object.keys(readers)

/** The feed over HTTP, token check and all, against a bare route that answers the same bytes. */
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
  const ours = await startProduct(database)
  const bare = await startBaseline(database, { FEED: JSON.stringify({ text: bareFeed, readers }) })
  try {
    const tokens = {}
    for (const count of followed) tokens[count] = await database.tokenOf(readers[count])
    const sides = sidesOf(ours, bare, tokens)
    const isEqual = await compare(sides)
    const figures = await measureAll(sides)
    return { ...figures, isEqual: isEqual && differences.length === 0 }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

/** The same 21 posts, found by one index. */
async function prepareBaseline({ db, url }) {
  await loadInBulk(url, [
    [
      '',
      'create table if not exists bare_feed (reader_id bigint, post_id bigint, primary key (reader_id, post_id))',
    ],
    ['', 'truncate bare_feed'],
  ])
  for (const id of Object.values(readers)) {
    const span = { above: 0, below: noEnd, take: 21, skip: 0 }
    await sql`insert into bare_feed select ${id}, id from (${laidOutIds({ id }, span)}) page`.execute(db)
  }
  const page = laidOutIds({ id: 1 }, { above: 0, below: noEnd, take: 21, skip: 0 })
  const feed = selectFigures({ id: 1 }, page, floorOf({ id: 1 })).compile(db)
  print(`\n  the feed's statement:${feed.sql}\n\n  the limit's statement:${bareFeed}\n`)
}

function sidesOf(ours, bare, tokens) {
  const side = (name, addressOf, headersOf) =>
    followed.map((count) => ({ name, count, url: addressOf(count), headers: headersOf(count) }))
  return [
    ...side(
      'ours',
      () => ours.url + path,
      (count) => ({ authorization: `Bearer ${tokens[count]}` }),
    ),
    ...side(
      'bare',
      (count) => `${bare.url}/feed/${count}`,
      () => ({}),
    ),
  ]
}

async function compare(sides) {
  let isEqual = true
  for (const count of followed) {
    const answers = []
    for (const { url, headers } of sides.filter((side) => side.count === count)) {
      // Twice: the first visit of a member is noted, and only then the timeline is read alone.
      await fetch(url, { headers })
      answers.push(await (await fetch(url, { headers })).text())
    }
    const [ours, bare] = answers
    const rows = JSON.parse(ours).data.content.length
    isEqual &&= ours === bare && rows === 20
    const result = ours === bare ? 'byte for byte the same' : 'DIFFERENT'
    print(
      `  who follows ${count}: ${rows} posts, ${Buffer.byteLength(ours)} and ${Buffer.byteLength(bare)} bytes, ${result}`,
    )
  }
  return isEqual
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
  print(`requests/s against the limit, who follows 200: ${reach.toFixed(2)} (at least 0.85)`)
  print(`median from ${few} to ${all} posts: ${growth.toFixed(2)}× (at most 1.20)`)
  print(`median from 20 to 2,000 followed: ${spread.toFixed(2)}× (at most 1.30)`)
  print(`answers equal and timelines right: ${small.isEqual && large.isEqual ? 'yes' : 'NO'}`)
  return reach >= 0.85 && growth <= 1.2 && spread <= 1.3 && small.isEqual && large.isEqual
}
