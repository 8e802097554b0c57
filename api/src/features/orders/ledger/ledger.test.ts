import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transact } from '#api/db/db.ts'
import { requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { insertRows } from '#api/test/rows.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const { db } = app.deps

/**
 * Builds an order of a drum for ₦1,000.00 and two sticks for ₦500.00 each, of one seller, with a fee of ₦200.00, whose first
 * payment page was left unpaid.
 */
async function sale(
  status: 'PROCESSING' | 'COMPLETED',
  percent = 0,
  { paidKobo = 220_000, currency = 'NGN' } = {},
) {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, seller, { price_kobo: 100_000 })
  const stick = await buildItem(app, seller, { price_kobo: 50_000 })
  const order = await buildOrder(app, buyer, [{ item: drum }, { item: stick, count: 2 }])
  await sql`update parcels set fee_kobo = 20000 where order_id = ${order.orderId}`.execute(db)
  await sql`update orders set total_kobo = total_kobo + 20000, commission_percent = ${percent}
    where id = ${order.orderId}`.execute(db)
  const at = inDays(app.clock.now(), -5)
  const page = { order_id: order.orderId, amount_kobo: 220_000, created_at: at }
  await insertRows(db, 'payment_attempts', { ...page, reference: `${order.reference}-0`, number: 1 })
  const paid = { state: 'PAID', paid_kobo: paidKobo, currency, fee_kobo: 5000, settled_at: at } as const
  await insertRows(db, 'payment_attempts', { ...page, ...paid, reference: order.reference, number: 2 })
  await sql`update orders set status = 'PROCESSING', paid_at = ${at} where id = ${order.orderId}`.execute(db)
  if (status === 'COMPLETED')
    await sql`update orders set status = 'COMPLETED', moved_at = ${at} where id = ${order.orderId}`.execute(
      db,
    )
  return { ...order, seller, at }
}

/** Returns the sum of each account in Naira, from the ledger rows of this order. */
async function accounts({ orderId }: { orderId: number }) {
  const { rows } = await sql<{ account: string; naira: number }>`
    select account, sum(amount_kobo)::integer / 100 as naira from ledger_entries
    where order_id = ${orderId} group by account having sum(amount_kobo) <> 0`.execute(db)
  expect(rows.reduce((sum, { naira }) => sum + naira, 0)).toBe(0)
  const empty = sql`select kind from ledger where order_id = ${orderId}
    and not exists (select from ledger_entries where ledger_id = ledger.id)`
  expect((await empty.execute(db)).rows).toEqual([])
  return Object.fromEntries(rows.map(({ account, naira }) => [account, naira]))
}

const setLine = (id: number | undefined, set: string, value: Date | number | null) =>
  sql`update order_lines set ${sql.raw(set)} = ${value} where id = ${id}`.execute(db)

test('credits a payment and the delivery fee to the sellers', async () => {
  const order = await sale('PROCESSING')
  await sql`update orders set paid_at = ${order.at} where id = ${order.orderId}`.execute(db)
  expect(await accounts(order)).toEqual({ PROVIDER: -2150, FEES: -50, HELD: 2200 })
})

test('refunds the delivery fee with the last line of the parcel', async () => {
  const order = await sale('PROCESSING')
  await setLine(order.lineIds[0], 'canceled_at', order.at)
  expect(await accounts(order)).toMatchObject({ HELD: 1200, CLEARING: 1000 })
  await sql`update order_lines set is_disputed = true where id = ${order.lineIds[0]}`.execute(db)
  await setLine(order.lineIds[1], 'canceled_at', order.at)
  expect(await accounts(order)).toEqual({ PROVIDER: -2150, FEES: -50, CLEARING: 2200 })
})

test('owes a refund until the provider has paid it', async () => {
  const order = await sale('PROCESSING')
  await setLine(order.lineIds[0], 'canceled_at', order.at)
  const { id } = await db
    .insertInto('refunds')
    .values({
      order_id: order.orderId,
      order_line_id: order.lineIds[0],
      reference: order.reference,
      amount_kobo: 100_000,
      created_at: order.at,
      changed_at: order.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await accounts(order)).toEqual({ PROVIDER: -2150, FEES: -50, HELD: 1200, REFUNDS: 1000 })
  await sql`update refunds set state = 'PROCESSED' where id = ${id}`.execute(db)
  expect(await accounts(order)).toEqual({ PROVIDER: -1150, FEES: -50, HELD: 1200 })
})

test('takes commission from a released line but not from the fee', async () => {
  const order = await sale('COMPLETED', 10)
  await setLine(order.lineIds[0], 'released_at', order.at)
  expect(await accounts(order)).toMatchObject({ HELD: 1200, AVAILABLE: 900, COMMISSION: 100 })
  await setLine(order.lineIds[1], 'released_at', order.at)
  expect(await accounts(order)).toMatchObject({ AVAILABLE: 2000, COMMISSION: 200 })
})

test('posts nothing for a released line that was refunded in full', async () => {
  const order = await sale('COMPLETED', 10)
  await sql`update order_lines set refunded_kobo = total_kobo, refunded_at = ${order.at}
    where id = ${order.lineIds[0]}`.execute(db)
  await setLine(order.lineIds[0], 'released_at', order.at)
  expect(await accounts(order)).toMatchObject({ HELD: 1200, CLEARING: 1000 })
})

test('returns the fee of one parcel of several', async () => {
  const buyer = await buildMember(app)
  const items = [await buildItem(app, await buildMember(app)), await buildItem(app, await buildMember(app))]
  const lines = items.map((item) => ({ item }))
  const order = await buildOrder(app, buyer, lines, { status: 'PROCESSING', feeKobo: 20_000 })
  await setLine(order.lineIds[0], 'canceled_at', app.clock.now())
  const parcels = db.selectFrom('parcels').select('fee_refunded_kobo').where('order_id', '=', order.orderId)
  expect(await parcels.orderBy('fee_refunded_kobo').execute()).toEqual([
    { fee_refunded_kobo: 0 },
    { fee_refunded_kobo: 20_000 },
  ])
})

test('holds a disputed line again and returns the commission of a refund', async () => {
  const order = await sale('COMPLETED', 10)
  for (const id of order.lineIds) await setLine(id, 'released_at', order.at)
  await setLine(order.lineIds[0], 'released_at', null)
  expect(await accounts(order)).toMatchObject({ HELD: 1200, AVAILABLE: 900, COMMISSION: 100 })
  await sql`update order_lines set refunded_kobo = 40000, refunded_at = ${order.at}
    where id = ${order.lineIds[0]}`.execute(db)
  await setLine(order.lineIds[0], 'released_at', order.at)
  expect(await accounts(order)).toMatchObject({ AVAILABLE: 1640, COMMISSION: 160, CLEARING: 400 })
  await sql`update order_lines set refunded_kobo = 100000, refunded_at = ${order.at}
    where id = ${order.lineIds[1]}`.execute(db)
  expect(await accounts(order)).toMatchObject({ AVAILABLE: 740, COMMISSION: 60, CLEARING: 1400 })
})

type Sale = Awaited<ReturnType<typeof sale>>

const reverse = ({ reference, at }: Sale) =>
  sql`update payment_attempts set reversed_at = ${at} where reference = ${reference}`.execute(db)

test('books a reversed payment once as a loss of the platform, without another of its order', async () => {
  const order = await sale('PROCESSING')
  const { orderId: order_id, at: created_at } = order
  const reference = `${order.reference}-3`
  const extra = { order_id, reference, amount_kobo: 100_000, created_at }
  await insertRows(db, 'payment_attempts', {
    ...extra,
    number: 3,
    state: 'REFUNDED',
    paid_kobo: 100_000,
    currency: 'NGN',
  })
  await insertRows(db, 'refunds', { ...extra, changed_at: created_at })
  for (let turn = 0; turn < 2; turn += 1) await reverse(order)
  const lost = { FEES: -50, HELD: 2200, CHARGEBACKS: -2200 }
  expect(await accounts(order)).toEqual({ ...lost, PROVIDER: -950, REFUNDS: 1000 })
})

describe('a refund that staff have paid outside the provider', () => {
  /** Refunds the drum. */
  async function settled(options: Parameters<typeof sale>[2] = {}) {
    const order = await sale('PROCESSING', 0, options)
    const held = { order_id: order.orderId, amount_kobo: 220_000, paid_kobo: 220_000, currency: 'NGN' }
    const other = { ...held, reference: `${order.reference}-3`, number: 3, state: 'HELD' as const }
    await insertRows(db, 'payment_attempts', { ...other, created_at: order.at })
    await setLine(order.lineIds[0], 'canceled_at', order.at)
    await transact(db, (tx) =>
      requestRefund(app.deps, tx, { orderId: order.orderId, lineId: order.lineIds[0] ?? 0 }),
    )
    await sql`update refunds set state = 'PROCESSED', settled_outside_at = ${order.at}
      where order_id = ${order.orderId}`.execute(db)
    return order
  }
  const payToo = ({ orderId, at }: Sale) =>
    sql`update refunds set paid_twice_at = ${at} where order_id = ${orderId}`.execute(db)
  const held = { PROVIDER: -2200, CLEARING: 2200 }
  const lost = { PROVIDER: -2150, FEES: -50, HELD: 1200, CLEARING: 2200 }

  test('leaves its money with the provider, until it pays too', async () => {
    const order = await settled()
    const due = { FEES: -50, HELD: 1200, CLEARING: 2200 }
    expect(await accounts(order)).toEqual({ ...due, PROVIDER: -4350, PLATFORM: 1000 })
    for (let turn = 0; turn < 2; turn += 1) await payToo(order)
    expect(await accounts(order)).toEqual({ ...due, PROVIDER: -3350 })
  })

  test('is taken back by the bank with the payment', async () => {
    const order = await settled()
    await reverse(order)
    const all = { ...lost, PLATFORM: 1000, CHARGEBACKS: -2200 }
    expect(await accounts(order)).toEqual(all)
    await payToo(order)
    expect(await accounts(order)).toEqual(all)
  })

  test('is not taken back if the provider has paid it too', async () => {
    const order = await settled()
    await payToo(order)
    await reverse(order)
    expect(await accounts(order)).toEqual({ ...lost, CHARGEBACKS: -1200 })
  })

  test('counts for nothing in another currency', async () => {
    const order = await settled({ currency: 'USD' })
    await payToo(order)
    await reverse(order)
    expect(await accounts(order)).toEqual({ ...held, HELD: 1200, PLATFORM: -1200 })
  })

  test('does not hide what was written off', async () => {
    const order = await settled({ paidKobo: 150_000 })
    await setLine(order.lineIds[1], 'canceled_at', order.at)
    expect(await accounts(order)).toEqual({ PROVIDER: -3650, FEES: -50, CLEARING: 2700, PLATFORM: 1000 })
  })
})

test('counts a held payment once it is known to be in Naira', async () => {
  const order = await sale('PROCESSING')
  const reference = `${order.reference}-3`
  const facts = { amount_kobo: 220_000, paid_kobo: 150_000, fee_kobo: 5000, currency: 'USD' }
  const page = { reference, order_id: order.orderId, number: 3, created_at: order.at }
  await insertRows(db, 'payment_attempts', { ...page, ...facts, state: 'HELD' as const })
  const before = { PROVIDER: -2150, FEES: -50, HELD: 2200 }
  expect(await accounts(order)).toEqual(before)
  await sql`update payment_attempts set currency = 'NGN' where reference = ${reference}`.execute(db)
  expect(await accounts(order)).toEqual({ PROVIDER: -3600, FEES: -100, CLEARING: 1500, HELD: 2200 })
  await sql`update payment_attempts set fee_kobo = 6000 where reference = ${reference}`.execute(db)
  expect(await accounts(order)).toEqual({ PROVIDER: -3590, FEES: -110, CLEARING: 1500, HELD: 2200 })
})

test('moves a fee that came with the first line back until the last one', async () => {
  const order = await sale('COMPLETED', 10)
  // As before the fee went with the last line (decision 40).
  await setLine(order.lineIds[0], 'released_at', order.at)
  await sql`update parcels set released_at = ${order.at} where order_id = ${order.orderId}`.execute(db)
  await sql`insert into ledger (kind, seller_account_id, order_id, held_kobo, available_kobo, created_at)
    select 'RELEASE', seller_account_id, order_id, -20000, 20000, released_at from parcels
    where order_id = ${order.orderId}`.execute(db)
  expect(await accounts(order)).toMatchObject({ HELD: 1000, AVAILABLE: 1100, COMMISSION: 100 })
  await sql`update order_lines set is_disputed = true where id = ${order.lineIds[1]}`.execute(db)
  expect(await accounts(order)).toMatchObject({ HELD: 1200, AVAILABLE: 900, COMMISSION: 100 })
})

test('lowers the loss by the fee that goes back after a reversal', async () => {
  const order = await sale('PROCESSING')
  await reverse(order)
  for (const id of order.lineIds) await setLine(id, 'canceled_at', order.at)
  expect(await accounts(order)).toEqual({ PROVIDER: 50, FEES: -50 })
})

describe('a payment that was accepted although it is too low', () => {
  /** Cancels the line as the handlers do: what is left of the payment goes back, at most the price. */
  async function cancel({ orderId, lineIds, at }: Sale, nth: 0 | 1) {
    const lineId = lineIds[nth] ?? 0
    await setLine(lineId, 'canceled_at', at)
    await transact(db, (tx) => requestRefund(app.deps, tx, { orderId, lineId }))
  }

  test('is written off, and what the platform gave up comes back with canceled lines', async () => {
    const order = await sale('PROCESSING', 0, { paidKobo: 150_000 })
    expect(await accounts(order)).toEqual({ PROVIDER: -1450, FEES: -50, HELD: 2200, PLATFORM: -700 })
    await cancel(order, 0)
    const half = { PROVIDER: -1450, FEES: -50, HELD: 1200, REFUNDS: 1000, PLATFORM: -700 }
    expect(await accounts(order)).toEqual(half)
    await cancel(order, 1)
    expect(await accounts(order)).toEqual({ PROVIDER: -1450, FEES: -50, REFUNDS: 1500 })
  })

  test('is written off in full if it came in another currency', async () => {
    const order = await sale('PROCESSING', 0, { paidKobo: 150_000, currency: 'USD' })
    expect(await accounts(order)).toEqual({ HELD: 2200, PLATFORM: -2200 })
    await cancel(order, 0)
    expect(await accounts(order)).toEqual({ HELD: 1200, PLATFORM: -1200 })
    await cancel(order, 1)
    expect(await accounts(order)).toEqual({})
  })

  test('is the loss of the platform with what disputes take from the sellers', async () => {
    const order = await sale('COMPLETED', 0, { paidKobo: 20_000 })
    for (const id of order.lineIds) {
      await sql`update order_lines set refunded_kobo = 60000, refunded_at = ${order.at} where id = ${id}`.execute(
        db,
      )
      await transact(db, (tx) => requestRefund(app.deps, tx, { orderId: order.orderId, lineId: id }))
    }
    expect(await accounts(order)).toEqual({
      PROVIDER: -150,
      FEES: -50,
      HELD: 1000,
      REFUNDS: 200,
      PLATFORM: -1000,
    })
  })

  test('is written off once, also if it is corrected or the bank takes it back', async () => {
    const order = await sale('PROCESSING', 0, { paidKobo: 150_000 })
    const post = sql`select post_write_off(${order.orderId}, now())`
    await post.execute(db)
    await sql`update payment_attempts set paid_kobo = 140000 where reference = ${order.reference}`.execute(db)
    expect(await accounts(order)).toEqual({ PROVIDER: -1350, FEES: -50, HELD: 2200, PLATFORM: -800 })
    await post.execute(db)
    await reverse(order)
    const lost = { PROVIDER: 50, FEES: -50, HELD: 2200, PLATFORM: -800, CHARGEBACKS: -1400 }
    expect(await accounts(order)).toEqual(lost)
    for (const nth of [0, 1] as const) await cancel(order, nth)
    expect(await accounts(order)).toEqual({ PROVIDER: 50, FEES: -50 })
  })

  test('leaves what was paid too much to the buyer', async () => {
    const order = await sale('PROCESSING', 0, { paidKobo: 230_000 })
    expect(await accounts(order)).toEqual({ PROVIDER: -2250, FEES: -50, HELD: 2200, CLEARING: 100 })
    for (const nth of [0, 1] as const) await cancel(order, nth)
    expect(await accounts(order)).toEqual({ PROVIDER: -2250, FEES: -50, REFUNDS: 2300 })
  })
})

test('rejects rows that do not add up to 0, and changes of rows', async () => {
  const { orderId } = await sale('PROCESSING')
  const row = { kind: 'PAYMENT' as const, created_at: app.clock.now() }
  await expect(
    db
      .insertInto('ledger')
      .values({ ...row, provider_kobo: -1 })
      .execute(),
  ).rejects.toThrow('ledger_balances')
  await expect(
    db
      .insertInto('ledger')
      .values({ ...row, provider_kobo: -1, held_kobo: 1 })
      .execute(),
  ).rejects.toThrow('ledger_has_seller')
  await expect(
    sql`update ledger set clearing_kobo = 0 where order_id = ${orderId}`.execute(db),
  ).rejects.toThrow('only added to')
  await expect(sql`delete from ledger where order_id = ${orderId}`.execute(db)).rejects.toThrow(
    'only added to',
  )
})
