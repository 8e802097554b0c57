import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openDispute } from '@rootsquare/contract/trade/disputes'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, buildMembers, systemMessagesTo } from '#api/test/builders/members.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { cancel, initiate, refundsOf, startWithProvider, verify } from '#api/test/builders/payments.ts'
import { insertRows, updateRows } from '#api/test/rows.ts'
import { openTransaction, untilWaiting } from '#api/test/waiting.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { sweep } from './payment-sweeper.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps
const admin = await buildMember(app, { role: 'ADMIN' })

afterEach(async () => {
  expect(await checkLedger(db)).toEqual([])
})

type Sale = Awaited<ReturnType<typeof paidSale>>

/** A paid order of a drum for ₦3,000.00 and a stick for ₦2,000.00. */
async function paidSale() {
  const [buyer, seller] = await buildMembers(app, 2)
  const drum = await buildItem(app, seller, { price_kobo: 300_000 })
  const stick = await buildItem(app, seller, { price_kobo: 200_000 })
  const order = await buildOrder(app, buyer, [{ item: drum }, { item: stick }])
  await initiate(app, buyer, order)
  provider.pay(order.transactionRef)
  expectOk(await verify(app, buyer, order))
  return { buyer, seller, order, stickLine: order.lineIds[1] ?? 0 }
}

/** Staff refund the stick. The provider has begun, but not ended it. */
async function refundStick(sale: Sale): Promise<void> {
  await cancelStick(sale)
  await app.runJobs()
}

const cancelStick = async ({ order, stickLine }: Sale) => {
  const body = { orderLineId: stickLine, reason: 'It is broken' }
  expectOk(await app.call('POST', `/cart/order/${order.orderId}/refund`, { token: admin.token, body }))
}

async function reverse({ buyer, order }: Sale): Promise<void> {
  provider.pay(order.transactionRef, { status: 'reversed' })
  expectOk(await verify(app, buyer, order))
}

async function endRefund({ order }: Sale, status: 'processed' | 'failed'): Promise<void> {
  const [refund] = await refundsOf(app, order)
  await provider.sendWebhook(app.url, provider.refundEvent(refund?.provider_id ?? '', status))
  await app.runJobs()
}

/** The sum of each account in Naira. */
async function accounts({ order }: Sale) {
  const { rows } = await sql<{ account: string; naira: number }>`
    select account, sum(amount_kobo)::integer / 100 as naira from ledger_entries
    where order_id = ${order.orderId} group by account having sum(amount_kobo) <> 0`.execute(db)
  return Object.fromEntries(rows.map(({ account, naira }) => [account, naira]))
}

/** The seller is owed the drum, and the platform has lost it, because all of the payment has left once. */
const drumLost = { HELD: 3000, CHARGEBACKS: -3000 }

describe('the ledger after a reversed payment is the same', () => {
  test('if an open refund was processed before', async () => {
    const sale = await paidSale()
    await refundStick(sale)
    await endRefund(sale, 'processed')
    await reverse(sale)
    expect(await accounts(sale)).toEqual(drumLost)
  })

  test.each(['processed', 'failed'] as const)('if an open refund is %s later', async (status) => {
    const sale = await paidSale()
    await refundStick(sale)
    await reverse(sale)
    expect(await accounts(sale)).toEqual(drumLost)
    await endRefund(sale, status)
    expect(await accounts(sale)).toEqual(drumLost)
  })

  test('if an open refund is processed at the same moment', async () => {
    const sale = await paidSale()
    await refundStick(sale)
    const lock = 'select from payment_attempts where reference = $1 for update'
    const { commit } = await openTransaction(app, lock, [sale.order.transactionRef])
    const both = [reverse(sale), endRefund(sale, 'processed')]
    await untilWaiting(app, 2)
    await commit()
    await Promise.all(both)
    expect(await refundsOf(app, sale.order)).toMatchObject([{ state: 'PROCESSED' }])
    expect(await accounts(sale)).toEqual(drumLost)
  })

  test('if a line is canceled later', async () => {
    const sale = await paidSale()
    await reverse(sale)
    expect(await accounts(sale)).toEqual({ HELD: 5000, CHARGEBACKS: -5000 })
    await refundStick(sale)
    expect(await refundsOf(app, sale.order)).toEqual([])
    expect(await accounts(sale)).toEqual(drumLost)
  })

  test('if a dispute is decided later', async () => {
    const sale = await paidSale()
    await reverse(sale)
    const now = app.clock.now()
    await sql`update order_lines set shipped_at = ${now} where order_id = ${sale.order.orderId}`.execute(db)
    const body = { orderLineId: sale.stickLine, reason: 'DAMAGED', text: 'It is torn' }
    const path = `/cart/order/${sale.order.orderId}/dispute`
    const { id } = dataOf(openDispute, await app.call('POST', path, { token: sale.buyer.token, body }))
    const decision = { decision: 'REFUND_BUYER' }
    expectOk(await app.call('PATCH', `/disputes/${id}`, { token: sale.seller.token, body: decision }))
    expect(await accounts(sale)).toEqual(drumLost)
  })

  test('if more had been paid than the total', async () => {
    const sale = await paidSale()
    await db
      .updateTable('payment_attempts')
      .set({ paid_kobo: 510_000 })
      .where('order_id', '=', sale.order.orderId)
      .execute()
    await reverse(sale)
    expect(await accounts(sale)).toEqual({ HELD: 5000, CHARGEBACKS: -5000 })
  })
})

test.each([
  ['the provider answers', []],
  ['it fails to answer', ['error', 'error'] as const],
  ['its answer cannot be read', ['malformed'] as const],
])('a reversal is found when the dispute of the bank ends and %s', async (_, faults) => {
  const sale = await paidSale()
  const { transactionRef: reference } = sale.order
  provider.pay(reference, { status: 'reversed' })
  provider.next('verify', ...faults)
  const ended = { event: 'charge.dispute.resolve', data: { transaction: { reference } } }
  await provider.sendWebhook(app.url, ended, { times: 3 })
  await app.runJobs()
  app.clock.move(120_000)
  await sweep(app.deps)
  expect(await accounts(sale)).toEqual({ HELD: 5000, CHARGEBACKS: -5000 })
  const told = (await systemMessagesTo(app, sale.seller)).filter((text) => text.includes('disputed'))
  expect(told).toHaveLength(1)
})

describe('a reversal is found although the whole payment is being refunded', () => {
  /** Staff refund both lines. */
  async function refundAll({ order }: Sale): Promise<void> {
    for (const orderLineId of order.lineIds) {
      const body = { orderLineId, reason: 'It is broken' }
      expectOk(await app.call('POST', `/cart/order/${order.orderId}/refund`, { token: admin.token, body }))
    }
  }

  async function endDispute({ order: { transactionRef: reference } }: Sale): Promise<void> {
    provider.pay(reference, { status: 'reversed' })
    const event = 'charge.dispute.resolve'
    await provider.sendWebhook(app.url, { event, data: { transaction: { reference } } })
    await app.runJobs()
  }

  const statesOf = async ({ order }: Sale) => (await refundsOf(app, order)).map(({ state }) => state)

  test('if the provider has not begun the refunds', async () => {
    const sale = await paidSale()
    provider.always('refund', 'error')
    await refundAll(sale)
    await app.runJobs()
    provider.always('refund', null)
    await endDispute(sale)
    expect(await accounts(sale)).toEqual({})
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await statesOf(sale)).toEqual(['PROCESSED', 'PROCESSED'])
  })

  test('if the refunds fail later for that reason', async () => {
    const sale = await paidSale()
    await refundAll(sale)
    await app.runJobs()
    await endDispute(sale)
    expect(await accounts(sale)).toEqual({ PROVIDER: -5000, REFUNDS: 5000 })
    for (const { provider_id: id } of await refundsOf(app, sale.order))
      await provider.sendWebhook(app.url, provider.refundEvent(id ?? '', 'failed'))
    await app.runJobs()
    await sweep(app.deps)
    expect(await accounts(sale)).toEqual({})
    expect(await statesOf(sale)).toEqual(['FAILED', 'FAILED'])
  })

  test('if the payment came after the end of its order', async () => {
    const [buyer, seller] = await buildMembers(app, 2)
    const item = await buildItem(app, seller, { price_kobo: 500_000 })
    const order = await buildOrder(app, buyer, [{ item }])
    await initiate(app, buyer, order)
    expectOk(await cancel(app, buyer, order))
    await updateRows(db, 'items', { id: item.id }, { stock: 0 })
    provider.pay(order.transactionRef)
    provider.always('refund', 'error')
    expectOk(await verify(app, buyer, order))
    await app.runJobs()
    provider.always('refund', null)
    const sale = { buyer, seller, order, stickLine: 0 }
    await endDispute(sale)
    expect(await accounts(sale)).toEqual({})
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await statesOf(sale)).toEqual(['PROCESSED'])
    expect(await systemMessagesTo(app, seller)).toEqual([])
  })

  test('but not if the refunds are the reason', async () => {
    const sale = await paidSale()
    provider.next('refund', 'lost', 'lost')
    await refundAll(sale)
    await app.runJobs()
    for (const refund of provider.refunds.slice(-2)) refund.status = 'processed'
    await endDispute(sale)
    expect(await accounts(sale)).toEqual({})
    expect(await statesOf(sale)).toEqual(['PROCESSED', 'PROCESSED'])
    expect((await systemMessagesTo(app, sale.seller)).join()).not.toContain('disputed')
  })
})

describe('after a reversed payment', () => {
  test('a refund that the provider has not begun is not requested', async () => {
    const sale = await paidSale()
    provider.next('refund', { reply: { status: 400, body: { status: false, message: 'Balance too low' } } })
    await refundStick(sale)
    expect(await refundsOf(app, sale.order)).toMatchObject([{ state: 'FAILED' }])
    await reverse(sale)
    const requests = () => provider.requests.filter(({ call }) => call === 'refund').length
    const before = requests()
    app.clock.move(120_000)
    await sweep(app.deps)
    expect(await refundsOf(app, sale.order)).toMatchObject([{ state: 'PROCESSED', next_poll_at: null }])
    expect([requests(), await accounts(sale)]).toEqual([before, drumLost])
  })

  test('the database accepts no other refund', async () => {
    const { order, stickLine, ...sides } = await paidSale()
    await reverse({ order, stickLine, ...sides })
    const refund = { order_id: order.orderId, reference: order.transactionRef, order_line_id: stickLine }
    const times = { created_at: app.clock.now(), changed_at: app.clock.now() }
    const written = insertRows(db, 'refunds', { ...refund, ...times, amount_kobo: 1 })
    await expect(written).rejects.toThrow('More would be refunded')
  })
})
