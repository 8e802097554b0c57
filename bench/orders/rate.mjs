import { availableParallelism } from 'node:os'
import { cpuSecondsOf, databasePids } from '../support/cpu-time.mjs'
import { print, startBaseline } from '../support/product.mjs'
import { addItems, queryRows, call, checkOut, initiate, printResponses, verify } from './market.mjs'

const orders = Number(process.env.ORDERS ?? 3000)
const clients = 24
const itemCount = 40
/** Vendure's orders per second, measured on a machine of the same kind, and the factor that is our goal. */
const vendure = 6
const timesAsMany = 40

/**
 * Measures whole orders per second, from the empty cart to paid, at a provider that responds correctly. A bare program that
 * does only what no shop can leave out shows how near the product is to the limit of this machine.
 */
export async function orderAtFullSpeed(market) {
  print(`${orders} whole orders by ${clients} buyers: cart, checkout, payment page, paid`)
  market.provider.behave()
  const items = await addItems(market, itemCount, orders)
  const bare = await openBare(market)
  const limit = await rateOf(bare, items).finally(() => Promise.all(bare.nodes.map((node) => node.stop())))
  print(`  bare: ${limit.perSecond.toFixed(0)} orders a second; ${cpuText(limit)}`)
  const ours = await rateOf(market, items)
  print(`  product: ${ours.perSecond.toFixed(0)} orders a second; ${cpuText(ours)}`)
  const faults = printResponses(market)
  const paid = await countPaid(market, 'orders', 'transaction_ref', ours)
  const barePaid = await countPaid(market, 'bare_orders', 'reference', limit)
  print(`  paid: ${paid} and ${barePaid} of ${orders}; answers of 500 and above: ${faults} (0 allowed)`)
  const times = ours.perSecond / vendure
  print(
    `  ${(ours.perSecond / limit.perSecond).toFixed(2)} of the bare program, ${times.toFixed(0)} × Vendure (${timesAsMany} asked)`,
  )
  return paid === orders && barePaid === orders && faults === 0 && times >= timesAsMany
}

async function countPaid(market, table, column, { references }) {
  const list = references.map((one) => `'${one}'`).join(',')
  const [{ paid }] = await queryRows(
    market,
    `select count(*)::int as paid from ${table} where paid_at is not null and ${column} in (${list})`,
  )
  return paid
}

/** Opens tables and two nodes of the bare program, for the same buyers, items and provider. */
async function openBare(market) {
  const { database, buyers, provider } = market
  const sessions = buyers.map(({ id, token }) => `('${token}', ${id})`).join(',')
  await queryRows(
    market,
    `create table bare_sessions (token text primary key, member_id bigint not null);
     create table bare_items as select id, seller_id, price_kobo, stock from items;
     alter table bare_items add primary key (id);
     create table bare_cart (member_id bigint, item_id bigint, count int, primary key (member_id, item_id));
     create table bare_orders (id bigint generated always as identity primary key, reference text unique, member_id bigint,
       total_kobo bigint, address text, created_at timestamptz, paid_at timestamptz);
     create table bare_lines (order_id bigint, item_id bigint, seller_id bigint, kobo bigint, count int,
       primary key (order_id, item_id));
     create table bare_attempts (reference text primary key, order_id bigint, url text);
     create table bare_entries (order_id bigint, account text, kobo bigint, created_at timestamptz);
     insert into bare_sessions values ${sessions}`,
  )
  const start = () => startBaseline(database, provider.settings, 'orders/bare.mjs')
  return { ...market, nodes: [await start(), await start()] }
}

/** Returns orders per second and processor milliseconds per order, after a tenth as many to warm up. */
async function rateOf(market, items) {
  await buy(market, items, Math.ceil(orders / 10))
  const [began, before] = [performance.now(), await cpuOf(market)]
  const references = await buy(market, items, orders)
  const perSecond = orders / ((performance.now() - began) / 1000)
  const after = await cpuOf(market)
  const spent = (name) => ((after[name] - before[name]) / orders) * 1000
  return { perSecond, references, nodes: spent('nodes'), database: spent('database'), load: spent('load') }
}

/** Returns processor seconds so far. The load program acts as buyers and provider, so it is not part of the product. */
const cpuOf = async ({ database, nodes }) => ({
  nodes: await cpuSecondsOf(nodes.map(({ pid }) => pid)),
  database: await cpuSecondsOf(await databasePids(database.db)),
  load: await cpuSecondsOf([process.pid]),
})

/** Prints a figure that hardly depends on what else the machine does, unlike orders a second. */
const cpuText = ({ nodes, database, load }) =>
  `processor ms an order: ${(nodes + database).toFixed(1)} (nodes ${nodes.toFixed(1)}, database ${database.toFixed(1)}), ` +
  `${load.toFixed(1)} of this program, which plays the buyers and the provider; ` +
  `${availableParallelism()} cores with nothing else to do: at most ${((availableParallelism() * 1000) / (nodes + database + load)).toFixed(0)} a second`

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
