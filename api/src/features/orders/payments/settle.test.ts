import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/trade/payments'
import { transact } from '#api/db/db.ts'
import { requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { buildMember, mailsTo, systemMessagesTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import type { Fault } from '#api/test/fakes/paystack.ts'
import { pdfText } from '#api/test/pdf-text.ts'
import { stockOf } from '#api/test/builders/orders.ts'
import {
  attemptsOf,
  openSale,
  cancel,
  initiate,
  orderRow,
  refundsOf,
  verify,
  startWithProvider,
} from '#api/test/builders/payments.ts'

const { app, provider } = await startWithProvider()

describe('a payment counts if the provider confirms it', () => {
  test('once for twenty checks at once', async () => {
    const { buyer, seller, item, order } = await openSale(app)
    provider.pay(order.transactionRef)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(app, buyer, order)))
    for (const answer of answers) {
      const seen = dataOf(api.verifyPayment, answer)
      expect(seen).toMatchObject({ orderStatus: 'PROCESSING', can: { pay: false, cancel: false } })
      expect(seen.history.map(({ state }) => state)).toEqual(['PENDING', 'PROCESSING'])
    }
    expect([await systemMessagesTo(app, buyer), await systemMessagesTo(app, seller)]).toEqual([
      [expect.stringContaining('has arrived')],
      [expect.stringContaining('You have sold')],
    ])
    expect(await mailsTo(app, buyer.email)).toHaveLength(1)
    expect(await stockOf(app, item)).toBe(2)
    expect(await attemptsOf(app, order)).toMatchObject([
      { state: 'PAID', paid_kobo: 1_250_050, currency: 'NGN' },
    ])
  })

  test('but not if the buyer only returns from the page', async () => {
    const { buyer, order } = await openSale(app)
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order)).orderStatus).toBe('PENDING')
    provider.pay(order.transactionRef, { status: 'failed' })
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order)).orderStatus).toBe('PENDING')
    expectFailure(await verify(app, await buildMember(app), order), 404)
  })

  test('but not if it was reversed before, and then it is not asked for again', async () => {
    const { buyer, order } = await openSale(app)
    provider.pay(order.transactionRef, { status: 'reversed' })
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order)).orderStatus).toBe('PENDING')
    expect(await attemptsOf(app, order)).toMatchObject([{ state: 'OPEN', next_poll_at: null }])
  })

  test('if the buyer paid a fee on top', async () => {
    const { buyer, order } = await openSale(app)
    provider.pay(order.transactionRef, { amount: 1_270_000 })
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order)).orderStatus).toBe('PROCESSING')
    expect(await attemptsOf(app, order)).toMatchObject([{ paid_kobo: 1_270_000, amount_kobo: 1_250_050 }])
  })

  test.each<[string, Fault[]]>([
    ['does not answer', ['cut', 'cut']],
    ['is not reached', [{ reply: { status: 404, body: {} } }]],
  ])('but changes nothing while the provider %s', async (_, faults) => {
    const { buyer, order } = await openSale(app)
    provider.pay(order.transactionRef)
    provider.next('verify', ...faults)
    const seen = dataOf(api.verifyPayment, await verify(app, buyer, order))
    expect(seen).toMatchObject({ orderStatus: 'PENDING', held: false })
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order)).orderStatus).toBe('PROCESSING')
  })
})

async function orderEventsTo({ id }: { id: number }): Promise<number> {
  const events = app.deps.db.selectFrom('live_events').select('number').where('member_id', '=', id)
  return (await events.where('kind', '=', 'order').execute()).length
}

const refundedOf = async (order: { orderId: number; transactionRef: string }) =>
  (await attemptsOf(app, order)).find(({ state }) => state === 'REFUNDED')?.reference

async function receiptOf({ token }: { token: string }, { orderId }: { orderId: number }): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${app.url}/api/cart/order/${orderId}/receipt`, { headers })
  return pdfText(Buffer.from(await response.arrayBuffer())).replaceAll('\n', '')
}

const mismatches: [string, Fault, string][] = [
  ['of less', { data: { amount: 5000 } }, '₦50.00 was paid, ₦12,500.50 was asked for.'],
  ['asked for otherwise', { data: { requested_amount: 5000 } }, 'the provider asked for ₦50.00.'],
  ['in dollars', { data: { currency: 'USD' } }, 'It was paid in USD, not in NGN.'],
  ['under another reference', { data: { reference: 'RS-OTHER' } }, 'another payment, RS-OTHER.'],
  ['of the other mode', { data: { domain: 'live' } }, 'It is a live payment'],
  ['in no form we know', 'malformed', 'The provider’s answer could not be read.'],
]

test('holds a payment that does not match, and notifies only admins', async () => {
  const admin = await buildMember(app, { role: 'ADMIN' })
  for (const [name, fault, why] of mismatches) {
    const { buyer, seller, item, order } = await openSale(app)
    const before = await orderEventsTo(buyer)
    provider.pay(order.transactionRef)
    provider.next('verify', fault)
    const seen = dataOf(api.verifyPayment, await verify(app, buyer, order))
    expect([name, seen]).toMatchObject([name, { orderStatus: 'PENDING', held: true, can: { pay: false } }])
    const [attempt] = await attemptsOf(app, order)
    expect([name, attempt]).toMatchObject([
      name,
      { state: 'HELD', held_reason: expect.stringContaining(why) },
    ])
    // The open page of the buyer reloads, because it must not offer the payment any more.
    expect(await orderEventsTo(buyer)).toBe(before + 1)
    expect([await systemMessagesTo(app, buyer), await systemMessagesTo(app, seller)]).toEqual([[], []])
    expect(expectFailure(await initiate(app, buyer, order), 409).code).toBe('PAYMENT_HELD')
    expect(expectFailure(await cancel(app, buyer, order), 409).code).toBe('PAYMENT_HELD')
    expect(await stockOf(app, item)).toBe(2)
  }
  expect(await systemMessagesTo(app, admin)).toHaveLength(mismatches.length)
})

test('refunds the second of two paid pages', async () => {
  const { buyer, order } = await openSale(app)
  provider.pay(order.transactionRef, { status: 'failed' })
  dataOf(api.initiatePayment, await initiate(app, buyer, order))
  const second = `${order.transactionRef}-2`
  provider.pay(order.transactionRef)
  provider.pay(second)
  const seen = dataOf(api.verifyPayment, await verify(app, buyer, { transactionRef: second }))
  const twice = { amount: 12_500.5, reason: 'TWICE', createdDate: expect.any(String) }
  expect(seen).toMatchObject({ orderStatus: 'PROCESSING', refund: null })
  expect(seen.extraPayments).toEqual([{ ...twice, state: 'PENDING', reference: await refundedOf(order) }])
  const states = (await attemptsOf(app, order)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['PAID', 'REFUNDED'])
  await app.runJobs()
  const refunded = provider.refunds.filter(({ reference }) => reference.startsWith(order.transactionRef))
  expect(refunded).toMatchObject([{ amount: 1_250_050 }])
  const told = `You paid twice for your order ${order.transactionRef}: ₦12,500.50 goes back to you in full.`
  expect((await systemMessagesTo(app, buyer)).slice(1)).toEqual([told])
  // Two mails that are sent at the same moment come in any order.
  const mails = (await mailsTo(app, buyer.email)).map(({ text }) => text)
  expect(mails).toContainEqual(expect.stringContaining(told))
})

test('does not count a payment that came twice as a refund of the order', async () => {
  const { buyer, order } = await openSale(app)
  provider.pay(order.transactionRef, { status: 'failed' })
  await initiate(app, buyer, order)
  provider.pay(order.transactionRef)
  provider.pay(`${order.transactionRef}-2`)
  await verify(app, buyer, order)
  await app.runJobs()
  expect(await receiptOf(buyer, order)).toContain('TotalYou paid twice: ₦12,500.50 goes back to you.')
  await sql`update refunds set state = 'PROCESSED' where order_id = ${order.orderId}`.execute(app.deps.db)
  const receipt = await receiptOf(buyer, order)
  expect(receipt).toContain('You paid twice: ₦12,500.50 went back to you.')
  expect(receipt).not.toMatch(/refunded/i)
  const [lineId = 0] = order.lineIds
  await sql`update order_lines set refunded_kobo = 100050, refunded_at = now() where id = ${lineId}`.execute(
    app.deps.db,
  )
  await transact(app.deps.db, (tx) => requestRefund(app.deps, tx, { orderId: order.orderId, lineId }))
  expect(dataOf(api.verifyPayment, await verify(app, buyer, order))).toMatchObject({
    refund: { amount: 1000.5, state: 'PENDING' },
    extraPayments: [{ amount: 12_500.5, state: 'PROCESSED' }],
  })
  expect(await receiptOf(buyer, order)).toMatch(/−₦1,000\.50.*To be refundedYou paid twice/)
})

describe('a payment for an order that has ended', () => {
  test('takes the stock again and continues the order', async () => {
    const { buyer, item, order } = await openSale(app)
    expect((await cancel(app, buyer, order)).status).toBe(200)
    expect(await stockOf(app, item)).toBe(3)
    provider.pay(order.transactionRef)
    const seen = dataOf(api.verifyPayment, await verify(app, buyer, order))
    expect(seen.history.map(({ state }) => state)).toEqual(['PENDING', 'CANCELED', 'PROCESSING'])
    expect(await stockOf(app, item)).toBe(2)
    expect(await refundsOf(app, order)).toEqual([])
  })

  test('is refunded if the stock is sold', async () => {
    const { buyer, item, order } = await openSale(app, { stock: 1 })
    expect((await cancel(app, buyer, order)).status).toBe(200)
    await app.deps.db.updateTable('items').set({ stock: 0 }).where('id', '=', item.id).execute()
    provider.pay(order.transactionRef)
    const seen = dataOf(api.verifyPayment, await verify(app, buyer, order))
    const extraPayments = [{ amount: 12_500.5, state: 'PENDING', reason: 'LATE' }]
    expect(seen).toMatchObject({ orderStatus: 'CANCELED', refund: null, extraPayments })
    await app.runJobs()
    expect(provider.refunds.filter(({ reference }) => reference === order.transactionRef)).toHaveLength(1)
    expect(await stockOf(app, item)).toBe(0)
    expect((await systemMessagesTo(app, buyer)).at(-1)).toBe(
      `Your payment for order ${order.transactionRef} came after the order had ended: ₦12,500.50 goes back to you in full.`,
    )
  })
})

test('notifies admins and sellers once when the bank reverses a payment', async () => {
  const admin = await buildMember(app, { role: 'ADMIN' })
  const { buyer, seller, order } = await openSale(app)
  provider.pay(order.transactionRef)
  await verify(app, buyer, order)
  provider.pay(order.transactionRef, { status: 'reversed' })
  await verify(app, buyer, order)
  await verify(app, buyer, order)
  expect((await orderRow(app, order)).status).toBe('PROCESSING')
  expect(await systemMessagesTo(app, admin)).toEqual([expect.stringContaining(order.transactionRef)])
  expect(await systemMessagesTo(app, seller)).toHaveLength(2)
})

test('does not mistake a full refund for a reversal by the bank', async () => {
  const admin = await buildMember(app, { role: 'ADMIN' })
  const { buyer, order } = await openSale(app)
  provider.pay(order.transactionRef)
  await verify(app, buyer, order)
  await transact(app.deps.db, (tx) => requestRefund(app.deps, tx, { orderId: order.orderId, lineId: null }))
  await app.runJobs()
  provider.pay(order.transactionRef, { status: 'reversed' })
  await verify(app, buyer, order)
  expect(await attemptsOf(app, order)).toMatchObject([{ state: 'PAID', reversed_at: null }])
  expect(await systemMessagesTo(app, admin)).toEqual([])
})
