import { median } from '../support/measure.mjs'
import { loadInBulk, print, startProduct, withDatabase } from '../support/product.mjs'
import { readerId, searches, steps } from '../support/search-data.mjs'

const sizes = { full: [100_000, 1_000_000], quick: [20_000, 200_000] }
const calls = 300
const maxGrowth = 1.5

/**
 * Measures the same searches in few and in ten times as many posts, over HTTP. Both databases run at once and are queried in
 * turns, so that other load on the machine affects both equally. `quick` makes small ones.
 */
export async function run([size = 'full']) {
  const [few, many] = sizes[size]
  return withSide(few, (small) =>
    withSide(many, async (large) => {
      const isRight = await checkResponses([small, large])
      return isRight && compare(small, large)
    }),
  )
}

const withSide = (posts, work) =>
  withDatabase(async (database) => {
    print(`${posts} posts`)
    await loadInBulk(database.url, steps(posts))
    const product = await startProduct(database)
    return work(await sideOf(posts, database, product)).finally(product.stop)
  })

async function sideOf(posts, database, product) {
  const headers = { authorization: `Bearer ${await database.tokenOf(readerId)}` }
  const find = (q) =>
    fetch(`${product.url}/api/search?${new URLSearchParams({ type: 'posts', q })}`, { headers })
  return { posts, find }
}

/** Checks the responses, because a failure gets a fast one and would look like a good figure. */
async function checkResponses(sides) {
  let isRight = true
  for (const { posts, find } of sides)
    for (const [name, { q, rows = 20 }] of Object.entries(searches)) {
      const response = await find(q)
      const { content } = (await response.json()).data ?? {}
      isRight &&= response.status === 200 && content?.length === rows
      print(`  ${name} in ${posts} posts: ${response.status}, ${content?.length} found`)
    }
  return isRight
}

async function compare(few, many) {
  print('')
  let isWithin = true
  for (const [name, { q, isBounded }] of Object.entries(searches)) {
    const times = { few: [], many: [] }
    for (let nth = 0; nth < calls; nth += 1) {
      times.few.push(await timeOf(few, q))
      times.many.push(await timeOf(many, q))
    }
    const [small, large] = [median(times.few), median(times.many)]
    const growth = large / small
    isWithin &&= !isBounded || growth <= maxGrowth
    const atMost = isBounded ? ` (at most ${maxGrowth})` : ''
    print(`${name.padEnd(28)} ${small.toFixed(2)} ms, ${large.toFixed(2)} ms: ${growth.toFixed(2)}×${atMost}`)
  }
  return isWithin
}

async function timeOf({ find }, q) {
  const began = performance.now()
  await (await find(q)).arrayBuffer()
  return performance.now() - began
}
