import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { print } from '../support/product.mjs'
import { checkAccounts } from './checks.mjs'
import { randomOf } from './random.mjs'
import { referenceOf } from './payments.mjs'
import {
  addItems,
  queryRows,
  cancel,
  checkOut,
  fillCarts,
  initiate,
  seed,
  printResponses,
  untilAnswered,
  verify,
} from './market.mjs'

const kills = Number(process.env.KILLS ?? 50)
const clients = 12
const itemCount = 20
const stockOfEach = 100_000
/** The first buyers took part in earlier programs and may have something in their carts. */
const firstBuyer = 100

/** Members buy and pay while a node, the node that runs a job, or the database is killed repeatedly. */
export async function killUnderLoad(market) {
  print(`${kills} kills of a node, of the one at work and of the database, under checkouts and payments`)
  market.provider.misbehave()
  const items = await addItems(market, itemCount, stockOfEach)
  const known = { orders: new Map(), pages: [], paid: [], canceled: [] }
  const end = new AbortController()
  const stage = { items, known, end }
  const load = Array.from({ length: clients }, (_, nth) => shopUntil(market, stage, nth))
  // A failure ends all work, and all of it is awaited, because a node that is just starting must be stopped too.
  const ended = await Promise.allSettled([killAgainAndAgain(market, end), ...load])
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  printResponses(market)
  print(
    `  acknowledged: ${known.orders.size} orders, ${known.pages.length} pages, ${known.paid.length} seen paid, ${known.canceled.length} canceled, ${market.provider.acknowledged.size} events`,
  )
  const isWhole = await checkAccounts(market, { mayRepeatMails: true })
  const areThere = await findAcknowledged(market, known)
  return isWhole && areThere
}

async function killAgainAndAgain(market, end) {
  const chance = randomOf(seed + 77)
  const targets = ['node', 'worker', 'database']
  const tally = { node: 0, worker: 0, database: 0, idle: 0 }
  try {
    for (let nth = 1; nth <= kills && !end.signal.aborted; nth += 1) {
      await setTimeout(200 + chance() * 1300)
      const target = targets[nth % targets.length]
      tally[target] += 1
      if (target === 'database') await market.database.killDatabase()
      else
        await killNode(
          market,
          target === 'worker' ? await findBusyNode(market, tally) : Math.floor(chance() * 2),
        )
      if (nth % 5 === 0 || nth === kills) print(`  ${nth} kills: ${JSON.stringify(tally)}`)
    }
  } finally {
    end.abort()
  }
}

export async function killNode(market, nth) {
  const { name, port, kill } = market.nodes[nth]
  await kill()
  market.nodes[nth] = await market.start(name, port)
}

/** Returns the node that is running a job: its workers hold a lock. After two seconds without one it returns any node. */
async function findBusyNode(market, tally) {
  for (let nth = 0; nth < 200; nth += 1) {
    const [found] = await queryRows(
      market,
      `select application_name as name from graphile_worker._private_jobs as jobs
       join pg_locks on locktype = 'advisory' and objsubid = 1
         and (classid::bigint << 32 | objid::bigint) = hashtextextended(jobs.locked_by, 0)
       join pg_stat_activity on pg_stat_activity.pid = pg_locks.pid limit 1`,
    )
    if (found) return market.nodes.findIndex(({ name }) => name === found.name)
    await setTimeout(10)
  }
  tally.idle += 1
  return 0
}

async function shopUntil(market, { items, known, end }, nth) {
  const chance = randomOf(seed * 31 + nth)
  const buyer = market.buyers[firstBuyer + nth]
  try {
    while (!end.signal.aborted) {
      await shopOnce(market, { items, known, buyer, chance })
      await setTimeout(chance() * 200)
    }
  } finally {
    end.abort()
  }
}

async function shopOnce(market, { items, known, buyer, chance }) {
  const [one, step] = [chance(), chance()].map((luck) => Math.floor(luck * (items.length - 1)))
  const other = items[(one + 1 + step) % items.length]
  const lines = [{ itemId: items[one], count: 2 }, { itemId: other }]
  await fillCarts(market, [buyer], lines.slice(chance() < 0.5 ? 1 : 0))
  const key = randomUUID()
  const { data: order } = await untilAnswered(() => checkOut(market, buyer, key), [200])
  known.orders.set(order.transactionRef, order.orderId)
  const ref = order.transactionRef
  const luck = chance()
  // The response to the first page is lost, and both pages are paid in the end.
  const isTwice = luck > 0.8 && luck < 0.9
  if (isTwice) market.provider.lostPages.add(ref)
  const page = await untilAnswered(() => initiate(market, buyer, ref), [200])
  known.pages.push({ ref, url: page.data.authorizationUrl })
  if (luck < 0.1) {
    const ended = await untilAnswered(() => cancel(market, buyer, order.orderId), [200, 409])
    if (ended.status === 200) known.canceled.push(ref)
  }
  // Some of those who canceled pay anyway.
  if (luck < 0.05 || luck > 0.95) return
  const reference = referenceOf(market, page.data.authorizationUrl)
  market.provider.charge(market, reference)
  if (isTwice && reference !== ref) market.provider.charge(market, ref)
  market.provider.sendRefundEvents(market)
  if (chance() < 0.5) return
  const seen = await untilAnswered(() => verify(market, buyer, ref), [200])
  if (seen.data.orderStatus === 'PROCESSING') known.paid.push(ref)
}

async function findAcknowledged(market, known) {
  const orders = await queryRows(market, `select id, transaction_ref as ref, paid_at, buyer_id from orders`)
  const byRef = new Map(orders.map((order) => [order.ref, order]))
  const missing = [...known.orders].filter(([ref, id]) => byRef.get(ref)?.id !== id).length
  const buyers = market.buyers.slice(firstBuyer, firstBuyer + clients).map(({ id }) => id)
  const since = Math.min(...known.orders.values())
  const strange = orders.filter(
    ({ id, ref, buyer_id }) => id >= since && buyers.includes(buyer_id) && !known.orders.has(ref),
  ).length
  const urls = await queryRows(market, `select authorization_url as url from payment_attempts`)
  const storedUrls = new Set(urls.map(({ url }) => url))
  const pages = known.pages.filter(({ url }) => !storedUrls.has(url)).length
  const unpaid = known.paid.filter((ref) => !byRef.get(ref)?.paid_at).length
  const moves = await queryRows(
    market,
    `select transaction_ref as ref from order_moves join orders on orders.id = order_id where order_moves.status = 'CANCELED'`,
  )
  const canceled = new Set(moves.map(({ ref }) => ref))
  const open = known.canceled.filter((ref) => !canceled.has(ref)).length
  const digests = await queryRows(market, `select digest from payment_events`)
  const stored = new Set(digests.map(({ digest }) => digest))
  const events = [...market.provider.acknowledged].filter((digest) => !stored.has(digest)).length
  print(
    `  acknowledged and missing: ${missing} orders, ${pages} pages, ${unpaid} seen paid, ${open} canceled, ${events} events; orders that no buyer knows: ${strange} (0 allowed)`,
  )
  return missing + pages + unpaid + open + events + strange === 0
}
