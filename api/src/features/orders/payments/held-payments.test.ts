import { describe, expect, onTestFinished, test } from 'vitest'
import * as api from '@rootsquare/contract/trade/payments'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import type { Fault } from '#api/test/fakes/paystack.ts'
import { buildOrder, checkOut, fillCart, stockOf } from '#api/test/builders/orders.ts'
import {
  attemptsOf,
  buildSale,
  decideHeld,
  initiate,
  openSale,
  refundsOf,
  statusOf,
  verify,
  startWithProvider,
} from '#api/test/builders/payments.ts'
import { callDuring } from '#api/test/waiting.ts'
import { sweep } from './payment-sweeper.ts'

const { app, provider } = await startWithProvider()
const admin = await buildMember(app, { role: 'ADMIN' })

/** Builds a held payment, by default of ₦50 for a total of ₦12,500.50. */
async function held(fault: Fault | null = null) {
  const sale = await buildSale(app)
  await initiate(app, sale.buyer, sale.order)
  provider.pay(sale.order.transactionRef, fault ? {} : { amount: 5000 })
  if (fault) provider.next('verify', fault)
  await verify(app, sale.buyer, sale.order)
  expect(await attemptsOf(app, sale.order)).toMatchObject([{ state: 'HELD' }])
  return sale
}

const list = async (query = {}) =>
  dataOf(api.listHeld, await app.call('GET', '/payment/held', { token: admin.token, query }))

const auditOf = ({ orderId }: { orderId: number }) =>
  app.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'member_id', 'action', 'detail'])
    .where('target_type', '=', 'order')
    .where('target_id', '=', orderId)
    .execute()

test('lists held payments for admins, oldest first', async () => {
  const [first, second] = [await held(), await held('malformed')]
  const all = await list({ size: 100 })
  const mine = all.content.filter(({ buyerId }) => buyerId === first.buyer.id || buyerId === second.buyer.id)
  expect(mine).toEqual([
    {
      transactionRef: first.order.transactionRef,
      reference: first.order.transactionRef,
      orderId: first.order.orderId,
      buyerId: first.buyer.id,
      buyerUsername: first.buyer.username,
      expected: 12_500.5,
      paid: 50,
      currency: 'NGN',
      why: '₦50.00 was paid, ₦12,500.50 was asked for.',
      createdDate: expect.any(String),
    },
    expect.objectContaining({ transactionRef: second.order.transactionRef, paid: null, currency: null }),
  ])
  expect(all.totalElements).toBe(all.content.length)
})

describe('an admin', () => {
  test('accepts a held payment, which pays the order once and is logged', async () => {
    const { buyer, seller, order } = await held()
    const answers = await Promise.all([
      decideHeld(app, admin, order, 'accept'),
      decideHeld(app, admin, order, 'accept'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(expectFailure(await decideHeld(app, admin, order, 'refund'), 409).code).toBe('ALREADY_DECIDED')
    expect(await statusOf(app, order)).toBe('PROCESSING')
    expect([await systemMessagesTo(app, buyer), await systemMessagesTo(app, seller)]).toMatchObject([
      { length: 1 },
      { length: 1 },
    ])
    expect(await auditOf(order)).toEqual([
      { actor_id: admin.id, member_id: buyer.id, action: 'ACCEPT_PAYMENT', detail: order.transactionRef },
    ])
    expect((await list({ size: 100 })).content.map(({ orderId }) => orderId)).not.toContain(order.orderId)
  })

  test('refunds a held payment, which ends the order and returns its stock', async () => {
    const { buyer, item, order } = await held()
    expect((await decideHeld(app, admin, order, 'refund')).body).toMatchObject({
      message: 'The payment has been dealt with. The buyer has been told.',
    })
    expectFailure(await decideHeld(app, admin, order, 'refund'), 409)
    await app.runJobs()
    expect([await statusOf(app, order), await stockOf(app, item)]).toEqual(['FAILED', 3])
    expect(await refundsOf(app, order)).toMatchObject([{ amount_kobo: 5000, state: 'PENDING' }])
    expect(provider.refunds.filter(({ reference }) => reference === order.transactionRef)).toHaveLength(1)
    expect(await systemMessagesTo(app, buyer)).toEqual([
      `We could not accept your payment for order ${order.transactionRef}: ₦50.00 goes back to you in full.`,
    ])
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order))).toMatchObject({
      refund: { amount: 50, state: 'PENDING' },
      extraPayments: [],
    })
    expect(await auditOf(order)).toMatchObject([{ action: 'REFUND_PAYMENT' }])
  })

  test('refunds an unreadable payment by the amount the provider reports later', async () => {
    const { order } = await held('malformed')
    provider.next('verify', { data: { fees: 18_750 } })
    expect((await decideHeld(app, admin, order, 'refund')).status).toBe(200)
    expect(await refundsOf(app, order)).toMatchObject([{ amount_kobo: 1_250_050 }])
    expect(await attemptsOf(app, order)).toMatchObject([
      { state: 'REFUNDED', provider_status: 'success', paid_kobo: 1_250_050, fee_kobo: 18_750 },
    ])
    const unpaid = await held('malformed')
    provider.pay(unpaid.order.transactionRef, { status: 'abandoned' })
    expect(expectFailure(await decideHeld(app, admin, unpaid.order, 'accept'), 409).code).toBe('NOT_PAID')
    expect((await decideHeld(app, admin, unpaid.order, 'refund')).status).toBe(200)
    expect(await refundsOf(app, unpaid.order)).toEqual([])
    expect([await statusOf(app, unpaid.order), await stockOf(app, unpaid.item)]).toEqual(['FAILED', 3])
    expect(await attemptsOf(app, unpaid.order)).toMatchObject([
      { state: 'OPEN', next_poll_at: expect.any(Date) },
    ])
  })

  test('does not make a buyer one who orders without paying', async () => {
    const { buyer, item, order } = await buildSale(app)
    const orders = [order, await buildOrder(app, buyer, [{ item }]), await buildOrder(app, buyer, [{ item }])]
    for (const one of orders) {
      await initiate(app, buyer, one)
      provider.pay(one.transactionRef, { amount: 5000 })
      await verify(app, buyer, one)
      expect((await decideHeld(app, admin, one, 'refund')).status).toBe(200)
      expect(await statusOf(app, one)).toBe('FAILED')
    }
    await fillCart(app, buyer, [{ item }])
    expectOk(await checkOut(app, buyer))
  })

  test('refunds a held payment in its own currency', async () => {
    const { order } = await held({ data: { currency: 'USD' } })
    provider.pay(order.transactionRef, { currency: 'USD' })
    expect((await decideHeld(app, admin, order, 'refund')).status).toBe(200)
    await app.runJobs()
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PENDING' }])
  })

  test('decides on the named one of several payments of an order', async () => {
    const { buyer, order } = await buildSale(app)
    await initiate(app, buyer, order)
    provider.pay(order.transactionRef, { status: 'failed' })
    await initiate(app, buyer, order)
    const second = `${order.transactionRef}-2`
    provider.pay(order.transactionRef, { amount: 5000 })
    provider.pay(second, { amount: 6000 })
    await verify(app, buyer, order)
    const shown = (await list({ size: 100 })).content.filter(({ orderId }) => orderId === order.orderId)
    expect(shown.map(({ reference }) => reference).toSorted()).toEqual([order.transactionRef, second])
    expect((await decideHeld(app, admin, { ...order, page: second }, 'refund')).status).toBe(200)
    expect(await refundsOf(app, order)).toMatchObject([{ reference: second, amount_kobo: 6000 }])
    const again = await decideHeld(app, admin, { ...order, page: second }, 'refund')
    expect(expectFailure(again, 409).code).toBe('ALREADY_DECIDED')
    expect(await attemptsOf(app, order)).toMatchObject([{ state: 'HELD' }, { state: 'REFUNDED' }])
  })

  test('rejects an unknown or own payment, and reports a silent provider', async () => {
    const { order } = await held()
    provider.next('verify', 'cut', 'cut')
    expect(expectFailure(await decideHeld(app, admin, order, 'accept'), 502).code).toBe('PROVIDER_TROUBLE')
    expectFailure(await decideHeld(app, admin, { ...order, transactionRef: 'RS-NONE' }, 'accept'), 404)
    expectFailure(await decideHeld(app, admin, (await buildSale(app)).order, 'accept'), 404)
    await app.deps.db
      .updateTable('orders')
      .set({ buyer_id: admin.id })
      .where('id', '=', order.orderId)
      .execute()
    for (const action of ['accept', 'refund'])
      expect(expectFailure(await decideHeld(app, admin, order, action), 403).code).toBe('OWN_PAYMENT')
  })
})

test.each(['accept', 'refund'])(
  'does not %s a payment that another admin decides on at that moment',
  async (action) => {
    const { order } = await held()
    const decide = `with locked as materialized (select id from orders where id = $1 for update)
    update payment_attempts set state = 'OPEN' where order_id in (select id from locked)`
    const answer = await callDuring(app, decide, [order.orderId], () => decideHeld(app, admin, order, action))
    expectFailure(answer, 409, 'ALREADY_DECIDED')
    expect(await refundsOf(app, order)).toEqual([])
    expect(await statusOf(app, order)).toBe('PENDING')
  },
)

test('only refunds a held payment once another has paid the order', async () => {
  const sale = await buildSale(app)
  const { buyer, order } = sale
  await initiate(app, buyer, order)
  provider.pay(order.transactionRef, { status: 'failed' })
  await initiate(app, buyer, order)
  provider.pay(order.transactionRef, { amount: 5000 })
  await verify(app, buyer, order)
  provider.pay(`${order.transactionRef}-2`)
  app.clock.move(60_000)
  await sweep(app.deps)
  expect(await statusOf(app, order)).toBe('PROCESSING')
  expect((await decideHeld(app, admin, order, 'accept')).status).toBe(200)
  expect((await attemptsOf(app, order)).map(({ state }) => state)).toEqual(['REFUNDED', 'PAID'])
  expect(await refundsOf(app, order)).toMatchObject([{ amount_kobo: 5000, reference: order.transactionRef }])
  expect(dataOf(api.verifyPayment, await verify(app, buyer, order))).toMatchObject({
    refund: null,
    extraPayments: [{ amount: 50, reason: 'TWICE' }],
  })
})

describe('a payment that could not be read', () => {
  const looked = async () => {
    app.clock.move(60_000)
    await sweep(app.deps)
  }

  test('pays its order without an admin once it can be read', async () => {
    const { order } = await held('malformed')
    await looked()
    expect(await statusOf(app, order)).toBe('PROCESSING')
    expect(await attemptsOf(app, order)).toMatchObject([{ state: 'PAID', paid_kobo: 1_250_050 }])
  })

  test('is released if nothing was paid, so that the order can be paid', async () => {
    const { buyer, order } = await held('malformed')
    provider.pay(order.transactionRef, { status: 'abandoned' })
    await looked()
    expect(dataOf(api.verifyPayment, await verify(app, buyer, order))).toMatchObject({ held: false })
    expect((await initiate(app, buyer, order)).status).toBe(200)
  })

  test('keeps its order held until nothing was paid on any page', async () => {
    const { buyer, order } = await openSale(app)
    provider.pay(order.transactionRef, { status: 'failed' })
    await verify(app, buyer, order)
    await initiate(app, buyer, order)
    const pages = [order.transactionRef, `${order.transactionRef}-2`]
    const unread = new Set(pages)
    provider.by(({ path }) => (unread.has(path.split('/').at(-1) ?? '') ? 'malformed' : null))
    onTestFinished(() => provider.by(() => null))
    // A page is asked about after as long as it has existed.
    for (const [minutes, isHeld] of [
      [10, true],
      [20, true],
      [40, false],
    ] as const) {
      app.clock.move(minutes * 60_000)
      await looked()
      expect(dataOf(api.verifyPayment, await verify(app, buyer, order)).held).toBe(isHeld)
      unread.delete(pages.pop() ?? '')
    }
  })

  test('stays held while it is unreadable, with one message to admins', async () => {
    const other = await buildMember(app, { role: 'ADMIN' })
    const { order } = await held('malformed')
    provider.by(({ path }) => (path.endsWith(order.transactionRef) ? 'malformed' : null))
    onTestFinished(() => provider.by(() => null))
    await looked()
    expect(await attemptsOf(app, order)).toMatchObject([{ state: 'HELD', paid_kobo: null }])
    provider.by(() => null)
    provider.pay(order.transactionRef, { amount: 5000 })
    app.clock.move(60_000)
    await looked()
    const known = { state: 'HELD', paid_kobo: 5000, next_poll_at: null }
    expect(await attemptsOf(app, order)).toMatchObject([known])
    expect(await systemMessagesTo(app, other)).toHaveLength(1)
  })
})
