import autocannon from 'autocannon'
import { median } from '../support/measure.mjs'
import { memberSteps } from '../support/member-data.mjs'
import { loadInBulk, print, startBaseline, startProduct, withDatabase } from '../support/product.mjs'
import { bareCall, calls, dataSteps, writers } from '../support/writes-data.mjs'

const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 1)
const connections = 10

/**
 * Measures writes over HTTP against a bare route that reads the session, then inserts a row and updates a counter in a
 * transaction. `only` names the calls to measure; by default all are measured.
 */
export const run = (only) =>
  withDatabase(async (database) => {
    const [bare, ...all] = await prepare(database)
    const product = all.filter(({ name }) => only.length === 0 || only.includes(name))
    await measureAll(database, bare, product)
    return report(bare, product)
  })

/** Prepares a side. Its `next` returns the next call, and none is made twice. */
async function prepare({ db, url, tokenOf }) {
  await loadInBulk(url, [...memberSteps(writers + 1), ...dataSteps])
  const tokens = await Array.fromAsync({ length: writers }, (_, nth) => tokenOf(nth + 1))
  const groups = (await db.selectFrom('groups').select('id').execute()).map(({ id }) => id)
  const sideOf = (name, requestOf) => {
    let nth = -1
    return { name, failed: 0, rates: [], next: () => withHeaders(requestOf((nth += 1))) }
  }
  const product = Object.entries(calls).map(([name, { request }]) =>
    sideOf(name, (nth) => {
      const { path, headers, ...rest } = request(nth, groups)
      const authorization = `Bearer ${tokens[nth % writers]}`
      return { ...rest, path: `/api${path}`, headers: { authorization, ...headers } }
    }),
  )
  return [sideOf('bare', bareCall), ...product]
}

const withHeaders = ({ method = 'POST', path, headers, body }) => ({
  method,
  path,
  headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  body: body && JSON.stringify(body),
})

/** Measures in short turns, with the bare route in each, so that other load on the machine affects both equally. */
async function measureAll(database, bare, product) {
  await using ours = await startProduct(database)
  await using baseline = await startBaseline(database)
  for (const side of product) await rateOf(ours, side)
  for (let round = 0; round < rounds; round += 1)
    for (const side of product) {
      const limit = await rateOf(baseline, bare)
      bare.rates.push(limit)
      side.rates.push((await rateOf(ours, side)) / limit)
    }
}

async function rateOf({ url }, side) {
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => Object.assign(request, side.next()) }],
  })
  side.failed += non2xx + errors
  return requests.total / duration
}

function report(bare, product) {
  print(`\nbare route: ${median(bare.rates).toFixed(0)} requests/s`)
  let isWithin = bare.failed === 0
  for (const { name, rates, failed } of product) {
    const { least } = calls[name]
    const ratio = median(rates)
    isWithin &&= ratio >= least && failed === 0
    const bound = `(at least ${least.toFixed(2)})`
    print(`${name.padEnd(20)} ${ratio.toFixed(2)} of the bare requests/s ${bound}`)
    if (failed > 0) print(`  ${failed} CALLS FAILED`)
  }
  return isWithin
}
