import { recountItems } from '../../api/src/features/market/recount.ts'
import { recountPosts } from '../../api/src/features/posts/recount.ts'
import { calls, itemSteps, peopleSteps, viewerId } from '../support/market-data.mjs'
import { figuresText, measure, rateOf } from '../support/measure.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'

const few = Number(process.env.FEW_ITEMS ?? 10_000)
const all = Number(process.env.ALL_ITEMS ?? 100_000)
const rounds = 5
const maxGrowth = 1.5

/** Measures the market over HTTP with its token check, against a bare route that reads 20 items by one index. */
export const run = () =>
  withDatabase(async (database) => {
    print('Making a market …')
    await loadInBulk(database.url, peopleSteps)
    const small = await measureWith(database, 1, few)
    const large = await measureWith(database, few + 1, all)
    return report(small, large)
  })

async function measureWith(database, from, to) {
  print(`\n${to} items`)
  await loadInBulk(database.url, itemSteps(from, to))
  const drift = [...(await recountItems(database.db)), ...(await recountPosts(database.db))]
  print(`  counters and search words compared with the items: ${drift.length} differences`)
  await using ours = await startProduct(database)
  const headers = {
    'accept-encoding': 'identity',
    authorization: `Bearer ${await database.tokenOf(viewerId)}`,
  }
  const total = (await (await fetch(`${ours.url}/api/items`, { headers })).json()).data.totalElements
  await using bare = await startBaseline(database, { MARKET: JSON.stringify({ viewerId, total }) })
  const sides = [
    { name: 'bare', url: `${bare.url}/items`, headers: {} },
    ...Object.entries(calls).map(([name, call]) => ({ name, ...call, url: ours.url + call.path, headers })),
  ]
  // A failure gets a fast response and would look like a good figure.
  const isRight = await checkResponses(sides)
  return { figures: await measureAll(sides), isRight: isRight && drift.length === 0 }
}

async function checkResponses(sides) {
  const answers = {}
  let isRight = true
  for (const { name, url, headers, isOne } of sides) {
    const answer = await fetch(url, { headers })
    answers[name] = await answer.text()
    const { content, totalElements } = JSON.parse(answers[name]).data ?? {}
    isRight &&= answer.status === 200 && (isOne === true || content?.length === 20)
    const bytes = Buffer.byteLength(answers[name])
    print(
      `  ${name}: ${answer.status}, ${content?.length ?? 1} items of ${totalElements ?? 1}, ${bytes} bytes`,
    )
  }
  const isEqual = answers.list === answers.bare
  print(`  the list and the bare route answer ${isEqual ? 'byte for byte the same' : 'DIFFERENTLY'}`)
  return isRight && isEqual
}

async function measureAll(targets) {
  const rate = (target) => rateOf(target, 2)
  const figures = await measure(targets, { rounds, samples: 200, rate })
  for (const target of figures) print(`  ${target.name.padEnd(20)} ${figuresText(target)}`)
  return Object.fromEntries(figures.map((target) => [target.name, target]))
}

function report(small, large) {
  print('')
  let isWithin = small.isRight && large.isRight
  for (const [name, { bound, isGrowing }] of Object.entries(calls)) {
    const reach = large.figures[name].perSecond / large.figures.bare.perSecond
    const growth = large.figures[name].p50 / small.figures[name].p50
    isWithin &&= reach >= (bound ?? 0) && (!isGrowing || growth <= maxGrowth)
    const least = bound === undefined ? '' : ` (at least ${bound.toFixed(2)})`
    const atMost = isGrowing ? ` (at most ${maxGrowth.toFixed(2)})` : ''
    print(
      `${name.padEnd(20)} ${reach.toFixed(2)} of the bare requests/s${least}; from ${few} to ${all} items ${growth.toFixed(2)}×${atMost}`,
    )
  }
  print(`answers right, numbers as counted: ${small.isRight && large.isRight ? 'yes' : 'NO'}`)
  return isWithin
}
