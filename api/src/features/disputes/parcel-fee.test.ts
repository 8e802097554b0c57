import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDispute, type DisputeDecision } from '@rootsquare/contract/trade/disputes'
import { completeShipped } from '#api/features/orders/fulfilment/confirm-order.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { paySellers } from '#api/features/orders/payouts/pay-sellers.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { dataOf } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { startWithProvider } from '#api/test/builders/payments.ts'
import { setBankAccount } from '#api/test/builders/payouts.ts'
import { updateRows } from '#api/test/rows.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps
const staff = await buildMember(app, { role: 'ADMIN' })
const feeKobo = 77_700

/** Two paid lines of one seller in one parcel with a fee. */
async function buildParcel() {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  await setBankAccount(app, seller)
  const items = [
    { item: await buildItem(app, seller, { price_kobo: 200_000 }) },
    { item: await buildItem(app, seller, { price_kobo: 110_000 }) },
  ]
  const order = await buildOrder(app, buyer, items, { status: 'PROCESSING', feeKobo })
  await sql`update orders set commission_percent = 10 where id = ${order.orderId}`.execute(db)
  return { buyer, seller, order, disputes: new Map<number, number>() }
}
type Sale = Awaited<ReturnType<typeof buildParcel>>

const line = fc.nat({ max: 1 })
const daysPass = fc.constantFrom(0, 4)
const reason = fc.constantFrom('NOT_RECEIVED', 'DAMAGED')
const decision = fc.constantFrom(
  { decision: 'REFUND_BUYER' },
  { decision: 'PAY_SELLER' },
  { decision: 'SPLIT', amount: 5 },
)
const fee = fc.constantFrom(undefined, undefined, 0, 100, 777)

const moves = [
  fc.record({ act: fc.constant('ship' as const), line }),
  fc.record({ act: fc.constant('decline' as const), line }),
  fc.record({ act: fc.constant('refund' as const), line }),
  fc.record({ act: fc.constant('dispute' as const), line, reason }),
  fc.record({ act: fc.constant('decide' as const), line, decision, fee }),
  fc.record({ act: fc.constant('grant' as const), line }),
  fc.record({ act: fc.constant('withdraw' as const), line }),
  fc.record({ act: fc.constant('receive' as const) }),
  fc.record({ act: fc.constant('pay out' as const), daysPass }),
] as const
/** Whatever is not possible in the present state is rejected, and must change nothing. */
const step = fc.oneof(...moves, moves[4], moves[4])
/** Most walks begin with a line on its way, because little can happen before. */
const begin = fc.constant({ act: 'ship' as const, line: 0 })
const walk = fc
  .tuple(
    begin,
    fc.oneof({ weight: 3, arbitrary: moves[0] }, { weight: 1, arbitrary: step }),
    moves[3],
    fc.array(step, { minLength: 2, maxLength: 7 }),
  )
  .map(([first, second, third, rest]) => [first, second, third, ...rest])
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Lets time pass for this order alone, so that nobody has to sign in again. */
async function age({ order: { orderId } }: Sale, days: number): Promise<void> {
  const past = sql`make_interval(days => ${days})`
  await sql`update order_lines set finished_at = finished_at - ${past} where order_id = ${orderId}`.execute(
    db,
  )
  await sql`update parcels set shipped_at = shipped_at - ${past} where order_id = ${orderId}`.execute(db)
}

async function take(sale: Sale, made: Step): Promise<void> {
  const { buyer, seller, order } = sale
  const orderLineId = 'line' in made ? (order.lineIds[made.line] ?? 0) : 0
  const dispute = `/disputes/${sale.disputes.get(orderLineId) ?? 0}`
  const move = (body: object) =>
    app.call('PATCH', `/cart/seller/order/${orderLineId}`, { token: seller.token, body })
  if (made.act === 'ship') await move({ state: 'SHIPPED' })
  if (made.act === 'decline') await move({ state: 'CANCELED', reason: 'Sold out' })
  if (made.act === 'refund')
    await app.call('POST', `/cart/order/${order.orderId}/refund`, {
      token: staff.token,
      body: { orderLineId, reason: 'Lost' },
    })
  if (made.act === 'dispute') {
    const body = { orderLineId, reason: made.reason, text: 'Hm' }
    const answer = await app.call('POST', `/cart/order/${order.orderId}/dispute`, {
      token: buyer.token,
      body,
    })
    if (answer.status === 200) sale.disputes.set(orderLineId, dataOf(openDispute, answer).id)
  }
  if (made.act === 'decide')
    await app.call('PATCH', dispute, {
      token: staff.token,
      body: { ...made.decision, fee: made.fee, reason: 'So be it' },
    })
  if (made.act === 'grant')
    await app.call('PATCH', dispute, { token: seller.token, body: { decision: 'REFUND_BUYER' } })
  if (made.act === 'withdraw') await app.call('POST', `${dispute}/withdraw`, { token: buyer.token })
  if (made.act === 'receive')
    await app.call('PATCH', `/cart/order/${order.orderId}/received`, { token: buyer.token })
  if (made.act === 'pay out') {
    await age(sale, made.daysPass)
    await paySellers(app.deps)
  }
}

type Where = {
  held: number
  seller: number
  buyer: number
  clearing: number
  sum: number
  isSettled: boolean
}

/** Finds the fee in the ledger: what each account has beyond the prices of the lines. */
async function findFee({ order: { orderId } }: Sale): Promise<Where> {
  const { rows } = await sql<Where>`
    with lines as (
      select coalesce(sum(total_kobo - refunded_kobo) filter (where canceled_at is null and released_at is null), 0)::bigint as held,
        coalesce(sum(total_kobo - refunded_kobo) filter (where released_at is not null), 0)::bigint as seller,
        coalesce(sum(case when canceled_at is null then refunded_kobo else total_kobo end), 0)::bigint as buyer,
        bool_and(canceled_at is not null or released_at is not null and not is_disputed) as is_settled
      from order_lines where order_id = ${orderId}
    ), posted as (
      select sum(held_kobo)::bigint as held, sum(available_kobo + commission_kobo)::bigint as seller,
        sum(clearing_kobo)::bigint as clearing, (
          select coalesce(sum(amount_kobo), 0)::bigint from refunds where order_id = ${orderId}) as buyer,
        (select sum(amount_kobo)::bigint from ledger_entries where order_id = ${orderId}) as sum
      from ledger where order_id = ${orderId}
    )
    select posted.held - lines.held as held, posted.seller - lines.seller as seller, posted.buyer - lines.buyer as buyer,
      clearing, sum, is_settled as "isSettled"
    from posted, lines`.execute(db)
  if (!rows[0]) throw new Error('The order has no ledger rows.')
  return rows[0]
}

/** Ends whatever is still open: all that was not refunded is sent, received and available. */
async function end(sale: Sale): Promise<void> {
  for (const at of [0, 1]) {
    await take(sale, { act: 'ship', line: at })
    await take(sale, { act: 'decide', line: at, decision: { decision: 'PAY_SELLER' }, fee: undefined })
  }
  await age(sale, 30)
  await completeShipped.run(app.deps, {})
  await age(sale, 4)
  await paySellers(app.deps)
}

const isInOnePlace = ({ held, seller, buyer }: Where) =>
  held + seller + buyer === feeKobo && Math.min(held, seller, buyer) === 0 && (held === 0 || seller === 0)

const ship = (at: number): Step => ({ act: 'ship', line: at })
const decline = (at: number): Step => ({ act: 'decline', line: at })
const dispute = (at: number): Step => ({ act: 'dispute', line: at, reason: 'NOT_RECEIVED' })
const decide = (at: number, as: DisputeDecision): Step => ({
  act: 'decide',
  line: at,
  decision: as === 'SPLIT' ? { decision: as, amount: 5 } : { decision: as },
  fee: undefined,
})
/** Gives ₦100 of the fee back with the price. */
const returnPart: Step = { act: 'decide', line: 0, decision: { decision: 'REFUND_BUYER' }, fee: 100 }
const damaged: Step = { act: 'dispute', line: 0, reason: 'DAMAGED' }
const receive: Step = { act: 'receive' }
const payOut: Step = { act: 'pay out', daysPass: 4 }

test.each<[string, Step[], 'buyer' | 'seller']>([
  ['both declined', [decline(0), decline(1)], 'buyer'],
  ['both received', [ship(0), ship(1), receive, payOut], 'seller'],
  ['one received, one declined', [ship(0), decline(1), receive, payOut], 'seller'],
  ['one refunded, one declined', [ship(0), dispute(0), decide(0, 'REFUND_BUYER'), decline(1)], 'buyer'],
  ['one refunded with a part of the fee, one declined', [ship(0), damaged, returnPart, decline(1)], 'buyer'],
  ['one split, one declined', [ship(0), dispute(0), decide(0, 'SPLIT'), decline(1), payOut], 'seller'],
  ['one declined, one refunded', [ship(0), decline(1), dispute(0), decide(0, 'REFUND_BUYER')], 'buyer'],
  [
    'one paid out, one refunded',
    [
      ship(0),
      ship(1),
      dispute(0),
      decide(0, 'PAY_SELLER'),
      payOut,
      dispute(1),
      decide(1, 'REFUND_BUYER'),
      payOut,
    ],
    'seller',
  ],
  [
    'both paid out, then refunded',
    [
      ship(0),
      ship(1),
      receive,
      payOut,
      dispute(0),
      decide(0, 'REFUND_BUYER'),
      dispute(1),
      decide(1, 'REFUND_BUYER'),
    ],
    'buyer',
  ],
])('goes to one side: %s', async (_, steps, side) => {
  const sale = await buildParcel()
  let wasSettled = false
  for (const made of steps) {
    await take(sale, made)
    const { held, buyer, isSettled } = await findFee(sale)
    wasSettled ||= isSettled
    if (!wasSettled) expect(held + buyer, 'the seller waits for the last line').toBe(feeKobo)
  }
  expect(await findFee(sale)).toMatchObject({ held: 0, seller: 0, buyer: 0, clearing: 0, [side]: feeKobo })
  await end(sale)
  expect(await findFee(sale)).toMatchObject({ held: 0, [side]: feeKobo, isSettled: true })
})

test.each<[string, Step[], number]>([
  ['with the last refund', [ship(0), decline(1), dispute(0), decide(0, 'REFUND_BUYER')], 0],
  ['with the last line, after a refund', [ship(0), dispute(0), decide(0, 'REFUND_BUYER'), decline(1)], 0],
  ['not while a line is paid', [ship(0), dispute(0), decide(0, 'SPLIT'), decline(1)], 5000],
  ['not while the fee is', [ship(0), decline(1), damaged, decide(0, 'REFUND_BUYER')], 5000],
])('what was paid too much goes back %s', async (_, steps, clearing) => {
  const sale = await buildParcel()
  await updateRows(db, 'payment_attempts', { reference: sale.order.reference }, { paid_kobo: 392_700 })
  for (const made of steps) await take(sale, made)
  expect(await findFee(sale)).toMatchObject({ clearing, sum: 0 })
  expect(await checkLedger(db)).toEqual([])
})

/** Adds a payout of the seller, a day before or an hour after now. */
async function addPayout({ seller }: Sale, state: string, isLater = true): Promise<void> {
  const at = inHours(app.clock.now(), isLater ? 1 : -24)
  const { rows } = await sql<{ id: number }>`
    insert into payouts (seller_account_id, member_id, amount_kobo, reference, recipient_code, lagos_day, created_at, changed_at)
    select id, member_id, 1000, 'payout-for-the-fee-of-' || member_id, 'RCP', ${at}, ${at}, ${at}
    from seller_accounts where member_id = ${seller.id} returning id`.execute(db)
  if (state !== 'PENDING')
    await sql`update payouts set state = ${state} where id = ${rows[0]?.id}`.execute(db)
}

test.each<[string, 'held' | 'seller', (sale: Sale, other: Sale) => Promise<void>]>([
  ['no payout', 'held', async () => {}],
  ['a payout of another seller', 'held', (_, other) => addPayout(other, 'PAID')],
  ['an earlier payout', 'held', (sale) => addPayout(sale, 'PAID', false)],
  ['a failed payout', 'held', (sale) => addPayout(sale, 'FAILED')],
  ['a payout that was sent back', 'held', (sale) => addPayout(sale, 'REVERSED')],
  ['a payout that is not sent', 'seller', (sale) => addPayout(sale, 'PENDING')],
  ['a payout on its way', 'seller', (sale) => addPayout(sale, 'SENT')],
  ['a payout', 'seller', (sale) => addPayout(sale, 'PAID')],
])('is held again by a dispute unless it was paid out: %s', async (_, place, prepare) => {
  const [sale, other] = [await buildParcel(), await buildParcel()]
  await sql`delete from payout_accounts`.execute(db)
  for (const one of [sale, other])
    for (const made of [ship(0), ship(1), receive, payOut]) await take(one, made)
  await prepare(sale, other)
  await take(sale, damaged)
  expect(await findFee(sale)).toMatchObject({ held: 0, seller: 0, [place]: feeKobo, isSettled: false })
  expect(await checkLedger(db)).toEqual([])
})

test('is held again if its payout fails while another line of the parcel is disputed', async () => {
  const sale = await buildParcel()
  const end = async (status: string) => {
    const open = db.selectFrom('payouts').select('reference').where('member_id', '=', sale.seller.id)
    const { reference } = await open.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    await provider.sendWebhook(app.url, provider.transferEvent(reference, status))
    await app.runJobs()
  }
  const payOutAfter = (daysPass: 0 | 4) => take(sale, { act: 'pay out', daysPass })
  for (const made of [ship(0), ship(1), receive, dispute(1)]) await take(sale, made)
  await payOutAfter(4)
  await end('success')
  await sql`update payouts set lagos_day = lagos_day - 1 where member_id = ${sale.seller.id}`.execute(db)
  await take(sale, { act: 'withdraw', line: 1 })
  await payOutAfter(0)
  await take(sale, dispute(0))
  expect(await findFee(sale)).toMatchObject({ seller: feeKobo, isSettled: false })
  await end('failed')
  expect(await findFee(sale)).toMatchObject({ held: feeKobo, seller: 0 })
  await take(sale, decide(0, 'PAY_SELLER'))
  expect(await findFee(sale)).toMatchObject({ held: 0, seller: feeKobo })
  expect(await checkLedger(db)).toEqual([])
})

test('is in one place after every step until the parcel ends', async () => {
  const property = fc.asyncProperty(walk, async (steps) => {
    const sale = await buildParcel()
    for (const made of steps) {
      await take(sale, made)
      const where = await findFee(sale)
      expect(where).toMatchObject({ clearing: 0, sum: 0 })
      expect(isInOnePlace(where), JSON.stringify(where)).toBe(true)
      if (where.isSettled) expect(where.held, 'nothing waits any longer').toBe(0)
    }
    await end(sale)
    const where = await findFee(sale)
    expect(where).toMatchObject({ clearing: 0, sum: 0, held: 0, isSettled: true })
    expect(await checkLedger(db)).toEqual([])
  })
  await fc.assert(property, { numRuns: 15, seed: 34 })
})
