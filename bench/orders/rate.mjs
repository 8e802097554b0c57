import { availableParallelism } from 'node:os'
import { cpuSecondsOf, databasePids } from '../support/cpu-time.mjs'
import { print } from '../support/product.mjs'
import { addItems, ask, call, checkOut, initiate, printResponses, verify } from './market.mjs'

const orders = Number(process.env.ORDERS ?? 3000)
const clients = 24
const itemCount = 40
/** Orders per second of Vendure, measured on a machine of the same kind, and how many times as many are asked. */
const vendure = 6
const timesAsMany = 40

/** Whole orders per second, from the empty cart to paid, at a provider that answers as it should. */
export async function orderAtFullSpeed(market) {
  print(`${orders} whole orders by ${clients} buyers: cart, checkout, payment page, paid`)
  market.provider.behave()
  const items = await addItems(market, itemCount, orders)
  await buy(market, items, Math.ceil(orders / 10))
  const [began, before] = [performance.now(), await cpuOf(market)]
  const references = await buy(market, items, orders)
  const perSecond = orders / ((performance.now() - began) / 1000)
  printCpu(before, await cpuOf(market))
  const faults = printResponses(market)
  const [{ paid }] = await ask(
    market,
    `select count(*)::int as paid from orders where paid_at is not null
     and transaction_ref in (${references.map((one) => `'${one}'`).join(',')})`,
  )
  print(`  paid: ${paid} of ${orders}; other answers of 500 and above: ${faults} (0 allowed)`)
  const times = perSecond / vendure
  print(`  ${perSecond.toFixed(0)} orders a second: ${times.toFixed(0)} × Vendure (${timesAsMany} asked)`)
  return paid === orders && faults === 0 && times >= timesAsMany
}

/** Processor seconds so far. The load program plays the buyers and the provider, so it is not part of the product. */
const cpuOf = async ({ database, nodes }) => ({
  nodes: await cpuSecondsOf(nodes.map(({ pid }) => pid)),
  database: await cpuSecondsOf(await databasePids(database.db)),
  'load program': await cpuSecondsOf([process.pid]),
})

/** Unlike orders a second, this hardly depends on what else the machine does. */
function printCpu(before, after) {
  const spent = (name) => ((after[name] - before[name]) / orders) * 1000
  const [nodes, database, load] = ['nodes', 'database', 'load program'].map(spent)
  const product = nodes + database
  print(
    `  processor ms an order: ${product.toFixed(1)} of the product (nodes ${nodes.toFixed(1)}, database ${database.toFixed(1)}), ` +
      `${load.toFixed(1)} of this program, which plays the buyers and the provider`,
  )
  const cores = availableParallelism()
  const most = (milliseconds) => ((cores * 1000) / milliseconds).toFixed(0)
  print(
    `  ${cores} cores with nothing else to do: at most ${most(product + load)} orders a second, ` +
      `and ${most(product)} if buyers and provider are elsewhere`,
  )
}

async function buy(market, items, count) {
  const references = []
  let next = 0
  async function client(_, nth) {
    const buyer = market.buyers[nth]
    while (next < count) {
      next += 1
      const itemId = items[next % items.length]
      await call(market, 'POST', '/cart/add', { buyer, body: { itemId, count: 1 } })
      const { transactionRef } = (await checkOut(market, buyer)).data
      await initiate(market, buyer, transactionRef)
      // The first page of an order has its reference.
      market.provider.pay(transactionRef, {})
      await verify(market, buyer, transactionRef)
      references.push(transactionRef)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return references
}
