import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { completeShipped } from '#api/features/orders/fulfilment/confirm-order.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { paySellers } from '#api/features/orders/payouts/pay-sellers.ts'
import { dataOf } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, type Member } from '#api/test/builders/members.ts'
import { ban, suspend, unsuspend } from '#api/test/builders/moderation.ts'
import { checkOut } from '#api/test/builders/orders.ts'
import { cancel, decideHeld, initiate, startWithProvider, verify } from '#api/test/builders/payments.ts'
import { setBankAccount } from '#api/test/builders/payouts.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps
const staff = await buildMember(app, { role: 'ADMIN' })

/** One buyer, two sellers, and whatever happens between them. */
async function buildWorld() {
  const [buyer, one, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const delivery = { fee_same_state_kobo: 77_701, fee_other_state_kobo: 77_701, stock: 100 }
  for (const seller of [one, other]) await setBankAccount(app, seller)
  const items = [
    { item: await buildItem(app, one, { price_kobo: 210_001, ...delivery }) },
    { item: await buildItem(app, one, { price_kobo: 110_000, ...delivery }) },
    { item: await buildItem(app, other, { price_kobo: 333_333, ...delivery, offers_pickup: true }) },
  ]
  const orders: { orderId: number; transactionRef: string }[] = []
  return { buyer, sellers: [one, other], items, orders }
}
type World = Awaited<ReturnType<typeof buildWorld>>

const nth = fc.nat({ max: 5 })
const buy = fc.record({
  act: fc.constant('buy' as const),
  paid: fc.constantFrom('all', 'twice', 'short', 'over', 'late'),
})
const move = fc.record({
  act: fc.constantFrom('ship' as const, 'ship' as const, 'decline' as const, 'refund' as const),
  nth,
})
const dispute = fc.record({
  act: fc.constant('dispute' as const),
  nth,
  reason: fc.constantFrom('NOT_RECEIVED', 'DAMAGED'),
})
const decide = fc.record({
  act: fc.constant('decide' as const),
  nth,
  decision: fc.constantFrom(
    { decision: 'REFUND_BUYER' },
    { decision: 'PAY_SELLER' },
    { decision: 'SPLIT', amount: 33.33 },
  ),
  fee: fc.constantFrom(undefined, 0, 100.5, 777.01),
})
const later = fc.record({
  act: fc.constantFrom('receive' as const, 'retry' as const, 'settle' as const),
  nth,
})
const lockOut = fc.record({ act: fc.constant('lock' as const), nth, days: fc.constantFrom(7, 14, 30, null) })
const refunds = fc.record({
  act: fc.constant('end refunds' as const),
  as: fc.constantFrom('processed' as const, 'failed' as const),
})
const payouts = fc.record({
  act: fc.constant('pay out' as const),
  as: fc.constantFrom('success', 'failed', 'reversed'),
})
const step = fc.oneof(move, move, dispute, decide, dispute, decide, later, lockOut, refunds, payouts, buy)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** Steps of one pair are taken at the same moment. */
const walk = fc.tuple(
  buy,
  fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 8, maxLength: 14 }),
)

type Line = {
  id: number
  order_id: number
  seller_id: number | null
  dispute_id: number | null
  is_open: boolean
  is_shipped: boolean
  is_disputed: boolean
}

/** The newest first. */
async function linesOf({ orders }: World): Promise<Line[]> {
  const ids = sql.join([0, ...orders.map(({ orderId }) => orderId)])
  const { rows } = await sql<Line>`
    select line.id, line.order_id, line.seller_id, disputes.id as dispute_id, line.is_disputed,
      line.sold_at is not null and canceled_at is null and line.shipped_at is null as is_open,
      canceled_at is null and line.shipped_at is not null and disputes.id is null as is_shipped
    from order_lines line left join disputes on order_line_id = line.id
    where line.order_id in (${ids}) order by line.id desc`.execute(db)
  return rows
}

/** Whether a step is possible with a line, so that most steps do something. */
function fits({ is_open, is_shipped, is_disputed }: Line, { act }: Step): boolean {
  if (act === 'ship' || act === 'decline' || act === 'refund') return is_open
  if (act === 'dispute') return is_shipped
  return act !== 'decide' || is_disputed
}

async function take(world: World, made: Step): Promise<void> {
  if (made.act === 'buy') return buySomething(world, made.paid)
  if (made.act === 'end refunds') return endRefunds(made.as)
  if (made.act === 'pay out') return payOut(made.as)
  const seller = world.sellers[made.nth % 2]
  if (made.act === 'lock' && seller) return lock(seller, made.days)
  const all = await linesOf(world)
  const fitting = all.filter((one) => fits(one, made))
  const lines = fitting.length > 0 ? fitting : all
  const line = lines[made.nth % Math.max(lines.length, 1)]
  if (line) await takeWithLine(world, made, line)
}

/** Whatever is not possible in the present state is rejected, and must change nothing. */
async function takeWithLine({ buyer, sellers }: World, made: Step, line: Line): Promise<void> {
  const { id: orderLineId, order_id: orderId } = line
  const seller = sellers.find(({ id }) => id === line.seller_id) ?? buyer
  const call = ({ token }: Member, method: string, path: string, body?: object) =>
    app.call(method, path, { token, body })
  if (made.act === 'ship')
    await call(seller, 'PATCH', `/cart/seller/order/${orderLineId}`, { state: 'SHIPPED' })
  if (made.act === 'decline')
    await call(seller, 'PATCH', `/cart/seller/order/${orderLineId}`, { state: 'CANCELED', reason: 'Gone' })
  if (made.act === 'refund')
    await call(staff, 'POST', `/cart/order/${orderId}/refund`, { orderLineId, reason: 'Lost' })
  if (made.act === 'dispute')
    await call(buyer, 'POST', `/cart/order/${orderId}/dispute`, {
      orderLineId,
      reason: made.reason,
      text: 'Hm',
    })
  if (made.act === 'decide')
    await call(staff, 'PATCH', `/disputes/${line.dispute_id ?? 0}`, {
      ...made.decision,
      fee: made.fee,
      reason: 'So',
    })
  if (made.act === 'receive') await call(buyer, 'PATCH', `/cart/order/${orderId}/received`)
  if (made.act === 'retry') await call(staff, 'POST', `/orders/admin/${orderId}/retry`)
  if (made.act === 'settle') {
    const refunds = await db.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute()
    for (const { id: refundId } of refunds)
      await call(staff, 'POST', `/orders/admin/${orderId}/settle`, { refundId, note: 'By hand' })
  }
}

async function lock(seller: Member, days: number | null): Promise<void> {
  // A ban lasts for ever, so most sellers are suspended and come back.
  if (days === null) await ban(app, staff, seller)
  else await suspend(app, staff, seller, { days })
  await app.runJobs()
  await unsuspend(app, staff, seller)
}

const surplus: Record<string, number> = { short: -50_000, over: 5000 }

async function buySomething({ buyer, items, orders }: World, paid: string): Promise<void> {
  for (const { item } of items)
    await app.call('POST', '/cart/add', { token: buyer.token, body: { itemId: item.id, count: 1 } })
  const answer = await checkOut(app, buyer)
  // The seller of an item is banned, or the other half of a pair has bought the cart.
  if (answer.status !== 200) return
  const order = dataOf(checkout, answer)
  orders.push(order)
  await initiate(app, buyer, order)
  const reference = order.transactionRef
  const totalKobo = Math.round(order.totalAmount * 100)
  if (paid === 'late') await cancel(app, buyer, order)
  if (paid === 'twice') {
    provider.pay(reference, { status: 'failed' })
    await initiate(app, buyer, order)
    provider.pay(`${reference}-2`)
  }
  provider.pay(reference, { amount: totalKobo + (surplus[paid] ?? 0) })
  await verify(app, buyer, order)
  if (paid === 'short') await decideHeld(app, staff, order, orders.length % 2 === 0 ? 'refund' : 'accept')
  await app.runJobs()
}

async function endRefunds(as: 'processed' | 'failed'): Promise<void> {
  await app.runJobs()
  for (const { id, status } of provider.refunds)
    if (status === 'pending') await provider.sendWebhook(app.url, provider.refundEvent(String(id), as))
  await app.runJobs()
}

/** Lets time pass for the orders alone, so that nobody has to sign in again. */
async function age(days: number): Promise<void> {
  const past = sql`make_interval(days => ${days})`
  await sql`update order_lines set finished_at = finished_at - ${past}`.execute(db)
  await sql`update parcels set shipped_at = shipped_at - ${past}`.execute(db)
  await sql`update payouts set lagos_day = lagos_day - ${days}::integer`.execute(db)
}

async function payOut(as: string): Promise<void> {
  await age(4)
  await paySellers(app.deps)
  for (const { reference, status } of provider.transfers.values())
    if (status === 'pending') await provider.sendWebhook(app.url, provider.transferEvent(reference, as))
  await app.runJobs()
}

/** The parcels whose fee is not in one place: held, the seller's, or given back. In kobo. */
const lostFees = sql`
  with lines as (
    select parcel_id, coalesce(sum(total_kobo - refunded_kobo) filter (where canceled_at is null and released_at is null), 0) as held,
      coalesce(sum(total_kobo - refunded_kobo) filter (where released_at is not null), 0) as sold,
      bool_and(canceled_at is not null or released_at is not null and not is_disputed) as is_settled,
      bool_and(canceled_at is not null) as is_canceled
    from order_lines group by parcel_id
  ), posted as (
    select order_id, seller_account_id, sum(held_kobo) as held, sum(available_kobo + commission_kobo) as sold
    from ledger where order_id is not null and seller_account_id is not null group by 1, 2
  ), fees as (
    select parcels.order_id, fee_kobo, fee_refunded_kobo, posted.held - lines.held as held, posted.sold - lines.sold as sold,
      is_settled, is_canceled
    from parcels join lines on parcel_id = parcels.id
      join posted on posted.order_id = parcels.order_id and posted.seller_account_id = parcels.seller_account_id
  )
  select * from fees where held + sold + fee_refunded_kobo <> fee_kobo or least(held, sold) < 0 or held > 0 and sold > 0
    or is_settled and held > 0 or is_canceled and fee_refunded_kobo < fee_kobo`

/** The payments of which not exactly what is due went back, or whose order leaves something else than the surplus in CLEARING. */
const lostPayments = sql`
  with payments as (
    select a.reference, a.state, paid_kobo, due, case when is_over then 0 else greatest(paid_kobo - a.amount_kobo, 0) end as surplus,
      case when a.state = 'REFUNDED' or is_over then paid_kobo else least(paid_kobo, due) end as wanted,
      (select coalesce(sum(refunds.amount_kobo), 0) from refunds where refunds.reference = a.reference) as refunded,
      (select coalesce(sum(clearing_kobo), 0) from ledger
        where ledger.order_id = a.order_id and (ledger.reference is null or ledger.reference = a.reference)) as clearing
    from payment_attempts a cross join lateral (
      select sum(case when canceled_at is null then refunded_kobo else total_kobo end + fee_refunded_kobo) as due,
        bool_and(canceled_at is not null or refunded_kobo = total_kobo) and not exists (
          select from parcels where parcels.order_id = a.order_id and fee_refunded_kobo < fee_kobo) as is_over
      from order_lines where order_id = a.order_id) lines
    where a.state in ('PAID', 'REFUNDED')
  )
  select * from payments where refunded <> wanted or state = 'PAID' and clearing <> surplus`

async function check(): Promise<void> {
  expect((await lostFees.execute(db)).rows).toEqual([])
  expect((await lostPayments.execute(db)).rows).toEqual([])
}

/** What the provider has is what the ledger says, when everything has ended there. */
async function checkCash(): Promise<void> {
  const sum = (amounts: { amount: number; status: string }[], status: string) =>
    amounts.filter((one) => one.status === status).reduce((kobo, { amount }) => kobo + amount, 0)
  const [paid, back] = [
    sum([...provider.transactions.values()], 'success'),
    sum(provider.refunds, 'processed'),
  ]
  const { rows } = await sql<{ account: string; kobo: number }>`
    select account, amount_kobo as kobo from trial_balance`.execute(db)
  const {
    PROVIDER = 0,
    FEES = 0,
    ...accounts
  } = Object.fromEntries(rows.map((row) => [row.account, row.kobo]))
  const out = sum([...provider.transfers.values()], 'success')
  expect(PROVIDER + FEES).toBe(back + out - paid)
  expect(accounts).toMatchObject({ REFUNDS: 0, HELD: 0, ON_THE_WAY: 0 })
}

/** Ends whatever is still open. */
async function end(world: World): Promise<void> {
  for (const line of await linesOf(world)) {
    const decision = { decision: 'PAY_SELLER', reason: 'So' }
    await app.call('PATCH', `/disputes/${line.dispute_id ?? 0}`, { token: staff.token, body: decision })
    await takeWithLine(world, { act: 'ship', nth: 0 }, line)
    await takeWithLine(world, { act: 'retry', nth: 0 }, line)
  }
  await endRefunds('processed')
  await age(30)
  await completeShipped.run(app.deps, {})
  await payOut('success')
}

test('is accounted for after every step, whoever does what at the same time', async () => {
  const property = fc.asyncProperty(walk, async ([first, pairs]) => {
    const world = await buildWorld()
    for (const pair of [[first], ...pairs]) {
      await Promise.all(pair.map((made) => take(world, made)))
      await check()
    }
    await end(world)
    await check()
    await checkCash()
    expect(await checkLedger(db)).toEqual([])
  })
  await fc.assert(property, { numRuns: 5, seed: 34, endOnFailure: true })
})
