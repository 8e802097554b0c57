import { randomUUID } from 'node:crypto'
import { print } from '../support/product.mjs'
import { checkAccounts } from './checks.mjs'
import { randomOf } from './random.mjs'
import {
  addItems,
  cancel,
  checkOut,
  fillCarts,
  initiate,
  seed,
  printResponses,
  untilAnswered,
  verify,
} from './market.mjs'

const payments = Number(process.env.PAYMENTS ?? 2000)
const clients = 24
const plainItems = 40

/**
 * A `late` order is canceled and then paid. A `sniped` one too, but another buyer has bought the last item by then. For
 * `twice` the response with the first page was lost, and both pages are paid. An `abandoned` one is never paid, but an event
 * claims that it was.
 */
const kinds = { late: 0.04, sniped: 0.04, twice: 0.05, abandoned: 0.05 }

/** Makes payments at a provider that misbehaves, and then checks every kobo. */
export async function payUnderFaults(market) {
  print(`${payments} payments: events three times, 20 % never, in any order; 5 % of the amounts wrong`)
  market.provider.misbehave()
  const plain = await addItems(market, plainItems, payments * 3)
  const scarce = await addItems(market, Math.ceil(payments * kinds.sniped * 2) + 10, 1)
  const tally = { plain: 0, late: 0, sniped: 0, twice: 0, abandoned: 0, forged: 0 }
  let next = 0
  async function client(_, nth) {
    const who = { buyer: market.buyers[nth], rival: market.buyers[clients + nth] }
    while (next < payments) {
      next += 1
      if (next % 250 === 0) print(`  ${next} of ${payments}`)
      market.provider.sendRefundEvents(market)
      await live(market, { ...who, plain, scarce, tally }, planOf(next))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  // A busy node may ask a caller to try again, which loses nothing. Any other fault counts as one.
  const mayBe = ['502 PROVIDER_TROUBLE', '503 PROVIDER_TROUBLE', '503 UNAVAILABLE']
  const faults = printResponses(market, (sort) => mayBe.includes(sort))
  const { lost, sent, tampered } = market.provider.counts()
  print(`  ${JSON.stringify(tally)}; events sent ${sent} times, ${lost} never; ${tampered} amounts wrong`)
  const isWhole = await checkAccounts(market)
  print(`  other answers of 500 and above: ${faults}, forged events taken: ${tally.forged} (0 allowed)`)
  return isWhole && faults === 0 && tally.forged === 0
}

function planOf(nth) {
  const chance = randomOf(seed * 1_000_003 + nth)
  const luck = chance()
  let sum = 0
  const kind = Object.keys(kinds).find((name) => luck < (sum += kinds[name])) ?? 'plain'
  return {
    kind,
    nth,
    count: 1 + Math.floor(chance() * 3),
    returns: chance() < 0.5,
    isImpatient: chance() < 0.1,
  }
}

async function live(market, stage, plan) {
  const { buyer, rival, plain, scarce, tally } = stage
  tally[plan.kind] += 1
  if (plan.kind === 'sniped') return snipe(market, { buyer, rival, itemId: scarce.pop() }, plan)
  const lines = [
    { itemId: plain[plan.nth % plain.length], count: plan.count },
    { itemId: plain[(plan.nth * 7 + 3) % plain.length] },
  ]
  const order = await orderOf(market, buyer, lines.slice(0, 1 + (plan.nth % 2)))
  if (plan.kind === 'twice') market.provider.lostPages.add(order.transactionRef)
  const page = await pageOf(market, buyer, order)
  if (plan.kind === 'abandoned') {
    const [status] = await market.provider.forge(market, page)
    if (status !== 401) tally.forged += 1
    return
  }
  if (plan.kind === 'late') await cancelUntilDone(market, buyer, order)
  if (plan.kind === 'twice') market.provider.charge(market, order.transactionRef)
  await pay(market, { buyer, order, page }, plan)
}

async function snipe(market, { buyer, rival, itemId }, plan) {
  const order = await orderOf(market, buyer, [{ itemId }])
  const page = await pageOf(market, buyer, order)
  await cancelUntilDone(market, buyer, order)
  const other = await orderOf(market, rival, [{ itemId }])
  const otherPage = await pageOf(market, rival, other)
  await Promise.all([
    pay(market, { buyer, order, page }, plan),
    pay(market, { buyer: rival, order: other, page: otherPage }, plan),
  ])
}

async function orderOf(market, buyer, lines) {
  await fillCarts(market, [buyer], lines)
  const key = randomUUID()
  return (await untilAnswered(() => checkOut(market, buyer, key), [200])).data
}

/** Returns the reference of the page. While the provider does not respond, the buyer presses Pay Now again. */
async function pageOf(market, buyer, { transactionRef }) {
  const { data } = await untilAnswered(() => initiate(market, buyer, transactionRef), [200])
  return referenceOf(market, data.authorizationUrl)
}

export function referenceOf({ provider }, url) {
  const id = Number(new URL(url).pathname.slice(1))
  return provider.transactions.values().find((one) => one.id === id).reference
}

const cancelUntilDone = (market, buyer, { orderId }) =>
  untilAnswered(() => cancel(market, buyer, orderId), [200])

/** Half of the buyers return to the order’s page, some with two tabs. The others close the browser. */
async function pay(market, { buyer, order, page }, { returns, isImpatient }) {
  market.provider.charge(market, page)
  if (!returns) return
  const checks = Array.from({ length: isImpatient ? 3 : 1 }, () =>
    verify(market, buyer, order.transactionRef),
  )
  await Promise.all(checks)
}
