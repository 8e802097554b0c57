import autocannon from 'autocannon'
import { unhurried } from '../api/src/db/db.ts'
import { recountItems } from '../api/src/features/market/recount.ts'
import { recount } from '../api/src/features/posts/recount.ts'
import { calls, itemSteps, peopleSteps, viewerId } from './market-world.mjs'
import { loadInBulk, median, openWorld, say, startProduct, startProgram } from './product.mjs'

const few = Number(process.env.FEW_ITEMS ?? 10_000)
const all = Number(process.env.ALL_ITEMS ?? 100_000)
const rounds = 5
const mostGrowth = 1.5

/** The market over HTTP, token check and all, against a bare route that reads 20 items by one index. */
export async function run() {
  const world = await openWorld()
  try {
    say('Making a market …')
    await loadInBulk(world.url, peopleSteps)
    const small = await stage(world, 1, few)
    const large = await stage(world, few + 1, all)
    return tell(small, large)
  } finally {
    await world.close()
  }
}

async function stage(world, from, to) {
  say(`\n${to} items`)
  await loadInBulk(world.url, itemSteps(from, to))
  const drift = [...(await unhurried(world.db, recountItems)), ...(await recount(world.db))]
  say(`  numbers and words held against the items: ${drift.length} differences`)
  const ours = await startProduct(world)
  const headers = { 'accept-encoding': 'identity', authorization: `Bearer ${await world.tokenOf(viewerId)}` }
  const total = (await (await fetch(`${ours.url}/api/items`, { headers })).json()).data.totalElements
  const bare = await startProgram(
    ['bench/bare-market.mjs'],
    { DATABASE_URL: world.url, BARE_MARKET: JSON.stringify({ viewerId, total }) },
    '/ready',
  )
  try {
    const sides = [
      { name: 'bare', url: `${bare.url}/items`, headers: {} },
      ...Object.entries(calls).map(([name, call]) => ({ name, ...call, url: ours.url + call.path, headers })),
    ]
    // A failure is answered fast, and would pass for a good figure.
    const isRight = await look(sides)
    return { figures: await measure(sides), isRight: isRight && drift.length === 0 }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

async function look(sides) {
  const answers = {}
  let isRight = true
  for (const { name, url, headers, isOne } of sides) {
    const answer = await fetch(url, { headers })
    answers[name] = await answer.text()
    const { content, totalElements } = JSON.parse(answers[name]).data ?? {}
    isRight &&= answer.status === 200 && (isOne === true || content?.length === 20)
    const bytes = Buffer.byteLength(answers[name])
    say(`  ${name}: ${answer.status}, ${content?.length ?? 1} items of ${totalElements ?? 1}, ${bytes} bytes`)
  }
  const isEqual = answers.list === answers.bare
  say(`  the list and the bare route answer ${isEqual ? 'byte for byte the same' : 'DIFFERENTLY'}`)
  return isRight && isEqual
}

/** In turns, so that whatever else the machine does falls on all alike; of the rounds the median. */
async function measure(sides) {
  const found = sides.map((side) => ({ ...side, perSecond: [], p50: [] }))
  for (const side of found) await shoot(side, 1)
  for (let round = 0; round < rounds; round += 1) {
    for (const side of found) {
      side.perSecond.push((await shoot(side, 2)).requests.average)
      side.p50.push(await medianOf(side, 200))
    }
    process.stdout.write(`  round ${round + 1} of ${rounds}\r`)
  }
  const figures = {}
  for (const { name, perSecond, p50 } of found) {
    figures[name] = { perSecond: median(perSecond), p50: median(p50) }
    const { perSecond: rate, p50: middle } = figures[name]
    say(`  ${name.padEnd(20)} ${rate.toFixed(0).padStart(6)} requests/s, median ${middle.toFixed(2)} ms`)
  }
  return figures
}

function shoot({ url, headers }, duration) {
  return autocannon({ url, headers, connections: 8, duration })
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
  say('')
  let isWithin = small.isRight && large.isRight
  for (const [name, { bound, isGrowing }] of Object.entries(calls)) {
    const reach = large.figures[name].perSecond / large.figures.bare.perSecond
    const growth = large.figures[name].p50 / small.figures[name].p50
    isWithin &&= reach >= (bound ?? 0) && (!isGrowing || growth <= mostGrowth)
    const least = bound === undefined ? '' : ` (at least ${bound.toFixed(2)})`
    const atMost = isGrowing ? ` (at most ${mostGrowth.toFixed(2)})` : ''
    say(
      `${name.padEnd(20)} ${reach.toFixed(2)} of the bare requests/s${least}; from ${few} to ${all} items ${growth.toFixed(2)}×${atMost}`,
    )
  }
  say(`answers right, numbers as counted: ${small.isRight && large.isRight ? 'yes' : 'NO'}`)
  return isWithin
}
