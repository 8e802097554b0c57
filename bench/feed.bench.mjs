import autocannon from 'autocannon'
import { sql } from 'kysely'
import { unhurried } from '../api/src/db/db.ts'
import { laidOutIds, noEnd } from '../api/src/features/posts/feed/feed-ids.ts'
import { selectPosts } from '../api/src/features/posts/post-rows.ts'
import { checkTimelines } from '../api/src/features/posts/feed/timeline-check.ts'
import { peopleSteps, postSteps, readers, timelineSteps } from './feed-world.mjs'
import { loadInBulk, median, openWorld, say, startProduct, startProgram } from './product.mjs'

const few = Number(process.env.FEW_POSTS ?? 100_000)
const all = Number(process.env.ALL_POSTS ?? 1_000_000)
const rounds = 5
const path = '/api/post/user/post/feed'
const followed = Object.keys(readers)

/** The feed over HTTP, token check and all, against a bare route that answers the same bytes. */
export async function run() {
  const world = await openWorld()
  try {
    say('Making a square …')
    await loadInBulk(world.url, peopleSteps)
    const small = await stage(world, 1, few)
    const large = await stage(world, few + 1, all)
    return tell(small, large)
  } finally {
    await world.close()
  }
}

async function stage(world, from, to) {
  say(`\n${to} posts`)
  await loadInBulk(world.url, [...postSteps(from, to), ...timelineSteps])
  const differences = await unhurried(world.db, checkTimelines)
  say(`  timelines held against the posts: ${differences.length} differences`)
  const bareText = await readyBare(world)
  const ours = await startProduct(world)
  const bare = await startProgram(
    ['bench/bare-feed.mjs'],
    { DATABASE_URL: world.url, BARE_FEED: JSON.stringify({ text: bareText, readers }) },
    '/ready',
  )
  try {
    const tokens = {}
    for (const count of followed) tokens[count] = await world.tokenOf(readers[count])
    const sides = sidesOf(ours, bare, tokens)
    const isEqual = await compare(sides)
    const figures = await measure(sides)
    return { ...figures, isEqual: isEqual && differences.length === 0 }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

/** The same 21 posts, found by one index. Its statement is ours with the ids taken from there. */
async function readyBare({ db, url }) {
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
  const ids = sql`select post_id as id from bare_feed where reader_id = ${0} order by post_id desc limit 21`
  const text = selectPosts({ id: 1 }, ids).compile(db).sql.replaceAll(/\$\d+/g, '$1')
  const feed = sql`select * from (${selectPosts({ id: 1 }, laidOutIds({ id: 1 }, { above: 0, below: noEnd, take: 21, skip: 0 }))}) post`
  say(`\n  the feed's statement:${feed.compile(db).sql}\n\n  the limit's statement:${text}\n`)
  return text
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
      // Twice: the first visit of a member is noted, and only then the timeline read without a word.
      await fetch(url, { headers })
      answers.push(await (await fetch(url, { headers })).text())
    }
    const [ours, bare] = answers
    const rows = JSON.parse(ours).data.content.length
    isEqual &&= ours === bare && rows === 20
    const result = ours === bare ? 'byte for byte the same' : 'DIFFERENT'
    say(
      `  who follows ${count}: ${rows} posts, ${Buffer.byteLength(ours)} and ${Buffer.byteLength(bare)} bytes, ${result}`,
    )
  }
  return isEqual
}

/** In turns, so that whatever else the machine does falls on all alike; of the rounds the median. */
async function measure(sides) {
  const found = sides.map((side) => ({ ...side, perSecond: [], p50: [] }))
  for (const side of found) await shoot(side, 8, 1)
  for (let round = 0; round < rounds; round += 1) {
    for (const side of found) {
      side.perSecond.push((await shoot(side, 8, 2)).requests.average)
      side.p50.push(await medianOf(side, 200))
    }
    process.stdout.write(`  round ${round + 1} of ${rounds}\r`)
  }
  const figures = { ours: {}, bare: {} }
  for (const { name, count, perSecond, p50 } of found) {
    figures[name][count] = { perSecond: median(perSecond), p50: median(p50) }
    const { perSecond: rate, p50: middle } = figures[name][count]
    say(
      `  ${name}, follows ${count.padStart(4)}: ${rate.toFixed(0)} requests/s, median ${middle.toFixed(2)} ms`,
    )
  }
  return figures
}

function shoot({ url, headers }, connections, duration) {
  return autocannon({ url, headers, connections, duration })
}

/** One after the other, by our own clock: the load program rounds to milliseconds. */
async function medianOf({ url, headers }, times) {
  const taken = []
  for (let nth = 0; nth < times; nth += 1) {
    const began = performance.now()
    await (await fetch(url, { headers })).arrayBuffer()
    taken.push(performance.now() - began)
  }
  return median(taken)
}

function tell(small, large) {
  const reach = large.ours[200].perSecond / large.bare[200].perSecond
  const growth = large.ours[200].p50 / small.ours[200].p50
  const spread = large.ours[2000].p50 / large.ours[20].p50
  say('')
  say(`requests/s against the limit, who follows 200: ${reach.toFixed(2)} (at least 0.50)`)
  say(`median from ${few} to ${all} posts: ${growth.toFixed(2)}× (at most 1.20)`)
  say(`median from 20 to 2,000 followed: ${spread.toFixed(2)}× (at most 1.30)`)
  say(`answers equal and timelines right: ${small.isEqual && large.isEqual ? 'yes' : 'NO'}`)
  return reach >= 0.5 && growth <= 1.2 && spread <= 1.3 && small.isEqual && large.isEqual
}
