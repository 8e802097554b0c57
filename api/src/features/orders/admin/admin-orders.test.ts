import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { koboOf } from '@rootsquare/contract/lib/money'
import * as api from '@rootsquare/contract/trade/admin-orders'
import { transact } from '#api/db/db.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import {
  attemptsOf,
  balanceTooLow,
  buildSale,
  initiate,
  openSale,
  refundsOf,
  refuseRefunds,
  startWithProvider,
  verify,
} from '#api/test/builders/payments.ts'
import { buildPaidSeller } from '#api/test/builders/payouts.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sweep } from '#api/features/orders/payments/payment-sweeper.ts'
import { settlePayment } from '#api/features/orders/payments/settle.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { paySellers } from '#api/features/orders/payouts/pay-sellers.ts'
import { requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { inDays } from '#api/ports/clock/clock.ts'

const { app, provider } = await startWithProvider()
const admin = await buildMember(app, { role: 'ADMIN' })

type Which = { orderId: number; transactionRef: string }

const list = async (query: Record<string, string | number> = {}) =>
  dataOf(api.listAdminOrders, await app.call('GET', '/orders/admin', { token: admin.token, query }))
const idsOf = async (query: Record<string, string | number>) =>
  (await list(query)).content.map(({ orderId }) => orderId)
const show = async ({ orderId }: { orderId: number }) =>
  dataOf(api.getAdminOrder, await app.call('GET', `/orders/admin/${orderId}`, { token: admin.token }))
const retry = ({ orderId }: Which) =>
  app.call('POST', `/orders/admin/${orderId}/retry`, { token: admin.token })

/** Builds a held payment of ₦50 for a total of ₦12,500.50. */
async function heldSale() {
  const sale = await openSale(app)
  provider.pay(sale.order.transactionRef, { amount: 5000 })
  await verify(app, sale.buyer, sale.order)
  expect(await attemptsOf(app, sale.order)).toMatchObject([{ state: 'HELD' }])
  return sale
}

/** The sum of an account in kobo. */
const sumOf = (entries: { account: string; amount: number }[], account: string) =>
  entries.filter((entry) => entry.account === account).reduce((kobo, { amount }) => kobo + koboOf(amount), 0)

const atProvider = ({ transactionRef }: Which) =>
  provider.refunds.filter(({ reference }) => reference === transactionRef)

/** Builds a paid order whose refund failed at the provider after it had begun. */
async function failedRefund() {
  const { order } = await paidSale()
  await refundAll(order)
  for (const refund of atProvider(order)) refund.status = 'failed'
  await afterMinutes(2)
  expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED' }])
  return order
}

/** Polls refunds again after as much time as has already passed. */
async function afterMinutes(minutes: number): Promise<void> {
  app.clock.move(minutes * 60_000)
  await sweep(app.deps)
}

async function paidSale() {
  const sale = await openSale(app)
  provider.pay(sale.order.transactionRef)
  await verify(app, sale.buyer, sale.order)
  return sale
}

/** Cancels the lines, as with each refund of a whole order, and requests it. */
async function refundAll({ orderId }: Which): Promise<void> {
  const lines = app.deps.db.updateTable('order_lines').set({ canceled_at: app.clock.now() })
  await lines.where('order_id', '=', orderId).execute()
  await transact(app.deps.db, (tx) => requestRefund(app.deps, tx, { orderId, lineId: null }))
  await app.runJobs()
}

describe('the list', () => {
  test('finds an order by its reference, its buyer and its seller', async () => {
    const { buyer, seller, order } = await buildSale(app)
    await buildSale(app)
    const { transactionRef: reference } = order
    const searches = [reference, reference.slice(3, 12).toLowerCase(), buyer.username, `@${seller.username}`]
    for (const q of searches) expect(await idsOf({ q }), q).toEqual([order.orderId])
    expect(await idsOf({ buyerId: buyer.id })).toEqual([order.orderId])
    expect(await idsOf({ sellerId: seller.id, state: 'PENDING' })).toEqual([order.orderId])
    expect(await idsOf({ sellerId: seller.id, state: 'SHIPPED' })).toEqual([])
    for (const q of ['RS-%', 'RS-_', 'nobody-has-this-name']) expect(await idsOf({ q }), q).toEqual([])
  })

  test('finds an order by the reference of its second payment', async () => {
    const { order } = await buildSale(app)
    const payment = { reference: `${order.transactionRef}-2`, order_id: order.orderId, number: 2 }
    await app.deps.db
      .insertInto('payment_attempts')
      .values({ ...payment, amount_kobo: 5000, created_at: app.clock.now() })
      .execute()
    expect(await idsOf({ q: payment.reference.toLowerCase() })).toEqual([order.orderId])
  })

  test('continues from its cursor, newest first', async () => {
    const [buyer, seller] = [await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, seller)
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) ids.unshift((await buildOrder(app, buyer, [{ item }])).orderId)
    const first = await list({ q: seller.username, size: 2 })
    expect(first.content.map(({ orderId }) => orderId)).toEqual(ids.slice(0, 2))
    expect(first.content[0]).toMatchObject({ buyerUsername: buyer.username, problems: [] })
    const cursor = first.nextCursor ?? 0
    expect(await list({ q: seller.username, size: 2, cursor })).toMatchObject({
      content: [{ orderId: ids[2] }],
      nextCursor: null,
    })
  })

  test('lists an order with a problem under that problem only', async () => {
    const { order: held } = await heldSale()
    const failed = await failedRefund()
    const paidAt = inDays(app.clock.now(), -15)
    const { order: late } = await buildSale(app, { status: 'PROCESSING', at: paidAt })
    const { order: shipped } = await buildSale(app, { status: 'SHIPPED', at: paidAt })
    const { order: recent } = await buildSale(app, { status: 'PROCESSING' })
    const built = [late, shipped, recent, held, failed].map(({ orderId }) => orderId)
    const builtWith = async (problem: string) =>
      (await list({ problem, size: 100 })).content.filter(({ orderId }) => built.includes(orderId))
    expect(await builtWith('LATE')).toMatchObject([{ orderId: late.orderId, problems: ['LATE'] }])
    expect(await builtWith('HELD')).toMatchObject([{ orderId: held.orderId, problems: ['HELD'] }])
    const [withRefund, ...others] = await builtWith('REFUND_FAILED')
    expect([withRefund?.orderId, others]).toEqual([failed.orderId, []])
    for (const problem of ['DISPUTED', 'PAYOUT_FAILED']) expect(await builtWith(problem)).toEqual([])
  })
})

describe('an order', () => {
  test('shows its payments and sellers but no addresses', async () => {
    const { buyer, seller, order } = await buildSale(app, { status: 'PROCESSING' })
    expect(await show(order)).toMatchObject({
      buyerId: buyer.id,
      buyerUsername: buyer.username,
      problems: [],
      phoneNumber: null,
      shippingAddress: null,
      billingAddress: null,
      sellers: [{ sellerId: seller.id, sellerUsername: seller.username, total: 12_500.5 }],
      orderItemList: [{ state: 'PROCESSING', can: { refund: true } }],
      payments: [{ state: 'PAID', providerStatus: 'success', expected: 12_500.5, paid: 12_500.5 }],
      refunds: [],
      parcels: [{ sellerId: seller.id, state: 'PROCESSING' }],
      disputes: [],
      payouts: [],
      history: [{ state: 'PENDING' }, { state: 'PROCESSING' }],
      can: { retry: false, decideHeld: false, pay: false, cancel: false },
    })
  })

  test('shows the reason, phone and addresses if its payment is held', async () => {
    expect(await show((await heldSale()).order)).toMatchObject({
      problems: ['HELD'],
      heldReason: '₦50.00 was paid, ₦12,500.50 was asked for.',
      phoneNumber: '08031234567',
      shippingAddress: { lga: 'Surulere' },
      can: { decideHeld: true },
    })
  })

  test('shows its failed payout, dispute and ledger', async () => {
    const { seller, order } = await buildPaidSeller(app)
    await paySellers(app.deps)
    await app.deps.db
      .updateTable('payouts')
      .set({ state: 'FAILED', why: 'No such account' })
      .where('member_id', '=', seller.id)
      .execute()
    const [line] = (await show(order)).orderItemList
    await app.deps.db
      .insertInto('disputes')
      .values({
        order_id: order.orderId,
        order_line_id: line?.orderLineId ?? 0,
        seller_id: seller.id,
        reason: 'DAMAGED',
        created_at: app.clock.now(),
      })
      .execute()
    const shown = await show(order)
    expect(shown).toMatchObject({
      payouts: [{ amount: 5000, state: 'FAILED', why: 'No such account', sellerUsername: seller.username }],
      disputes: [{ orderLineId: line?.orderLineId, reason: 'DAMAGED', state: 'OPEN', decision: null }],
      can: { retry: true },
    })
    expect(shown.ledger.length).toBeGreaterThan(0)
    for (const { entries } of shown.ledger)
      expect(entries.reduce((sum, { amount }) => sum + koboOf(amount), 0)).toBe(0)
  })

  test('answers 404 if it does not exist', async () => {
    const { token } = admin
    expectFailure(await app.call('GET', '/orders/admin/999999999', { token }), 404)
    expectFailure(await app.call('POST', '/orders/admin/999999999/retry', { token }), 404)
  })
})

describe('a retry', () => {
  test('requests a failed refund again once and is in the audit log', async () => {
    const order = await failedRefund()
    const answers = await Promise.all([retry(order), retry(order)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await app.runJobs()
    expect(atProvider(order).map(({ status }) => status)).toEqual(['failed', 'pending'])
    const [first, second] = atProvider(order)
    expect(first?.merchant_note).not.toBe(second?.merchant_note)
    expect(await show(order)).toMatchObject({ refunds: [{ state: 'PENDING' }], can: { retry: false } })
    const audit = app.deps.db.selectFrom('audit_log').select(['actor_id', 'action', 'detail'])
    expect(await audit.where('target_id', '=', order.orderId).execute()).toEqual([
      { actor_id: admin.id, action: 'RETRY_ORDER', detail: '1 refund' },
    ])
    expect(expectFailure(await retry(order), 409).code).toBe('NOTHING_FAILED')
  })

  test('follows the new refund, not the failed one', async () => {
    const order = await failedRefund()
    await retry(order)
    await app.runJobs()
    await afterMinutes(5)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PENDING' }])
    for (const refund of atProvider(order)) if (refund.status === 'pending') refund.status = 'processed'
    await afterMinutes(15)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED' }])
  })

  test.each(['before', 'after'])('requests no refund that was completed %s it', async (when) => {
    const order = await failedRefund()
    const [refund = { status: '' }] = atProvider(order)
    if (when === 'before') refund.status = 'processed'
    const state = when === 'before' ? 'PROCESSED' : 'ASKED'
    expect((await retry(order)).body).toMatchObject({ data: { refunds: [{ state }] } })
    refund.status = 'processed'
    await app.runJobs()
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED' }])
    expect(atProvider(order)).toHaveLength(1)
  })

  test('requests a refund at once that the provider had rejected', async () => {
    const { order } = await paidSale()
    refuseRefunds(provider, order, balanceTooLow)
    await refundAll(order)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED' }])
    expect((await retry(order)).status).toBe(200)
    await app.runJobs()
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PENDING' }])
    expect(atProvider(order)).toHaveLength(1)
  })

  /** The request that had failed is paid after all, and the provider sends the event. */
  async function payFirst(order: Which): Promise<void> {
    const event = provider.refundEvent(String(atProvider(order)[0]?.id), 'processed')
    await provider.sendWebhook(app.url, event, { times: 2 })
    await app.runJobs()
  }

  test.each(['before', 'after'])('tells staff once if the first is paid too, %s it', async (when) => {
    const other = await buildMember(app, { role: 'ADMIN' })
    const order = await failedRefund()
    expect((await retry(order)).status).toBe(200)
    await app.runJobs()
    if (when === 'before') await payFirst(order)
    await provider.sendWebhook(app.url, provider.refundEvent(String(atProvider(order)[1]?.id), 'processed'))
    await app.runJobs()
    if (when === 'after') await payFirst(order)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED' }])
    expect((await systemMessagesTo(app, other)).filter((text) => text.includes('paid twice'))).toHaveLength(1)
    const entries = (await show(order)).ledger.flatMap((row) => row.entries)
    expect(sumOf(entries, 'PLATFORM')).toBe(-1_250_050)
    expect(sumOf(entries, 'PROVIDER')).toBe(1_250_050)
    expect(await checkLedger(app.deps.db)).toEqual([])
  })

  test.each(['failed', 'rejected'])('that %s counts if the first is paid after all', async (how) => {
    const order = await failedRefund()
    if (how === 'rejected') refuseRefunds(provider, order, balanceTooLow)
    expect((await retry(order)).status).toBe(200)
    await app.runJobs()
    for (const refund of atProvider(order)) refund.status = 'failed'
    await afterMinutes(2)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED' }])
    await payFirst(order)
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED', paid_twice_at: null }])
    await afterMinutes(120)
    expect(atProvider(order).filter(({ status }) => status !== 'failed')).toHaveLength(1)
  })

  test('is neither sent nor settled if the first was paid after all', async () => {
    const [again, settled] = [await failedRefund(), await failedRefund()]
    for (const order of [again, settled]) {
      expect((await retry(order)).status).toBe(200)
      await app.runJobs()
      for (const refund of atProvider(order)) refund.status = 'failed'
    }
    await afterMinutes(2)
    for (const order of [again, settled]) Object.assign(atProvider(order)[0] ?? {}, { status: 'processed' })
    expect((await retry(again)).body).toMatchObject({ data: { refunds: [{ state: 'PROCESSED' }] } })
    const [refund] = await refundsOf(app, settled)
    const answer = await app.call('POST', `/orders/admin/${settled.orderId}/settle`, {
      token: admin.token,
      body: { refundId: refund?.id, note: 'By hand' },
    })
    expectFailure(answer, 409, 'NOT_FAILED')
    await app.runJobs()
    for (const order of [again, settled]) {
      expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED', settled_outside_at: null }])
      expect(atProvider(order)).toHaveLength(2)
    }
  })

  test('changes nothing while the provider does not answer', async () => {
    const order = await failedRefund()
    provider.always('refunds', 'error')
    onTestFinished(() => provider.always('refunds', null))
    expect(expectFailure(await retry(order), 502).code).toBe('PROVIDER_TROUBLE')
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'FAILED', retry_count: 0 }])
  })
})

describe('a refund that is settled outside the provider', () => {
  const note = 'Sent to the GTBank account of the buyer'
  const settleOne = ({ orderId }: { orderId: number }, body: unknown, by: { token: string } = admin) =>
    app.call('POST', `/orders/admin/${orderId}/settle`, { token: by.token, body })
  const refundIdOf = async (order: Which) => (await refundsOf(app, order))[0]?.id ?? 0
  const settle = async (order: Which) => settleOne(order, { refundId: await refundIdOf(order), note })
  const owedOf = async (order: Which) => {
    const { ledger } = await show(order)
    const entries = ledger.flatMap((row) => row.entries)
    const [refunds, platform] = [sumOf(entries, 'REFUNDS'), sumOf(entries, 'PLATFORM')]
    return { refunds, platform, provider: sumOf(entries, 'PROVIDER') }
  }

  test('counts as paid, is audited, and is never requested again', async () => {
    const order = await failedRefund()
    const before = await owedOf(order)
    expect((await show(order)).refunds).toMatchObject([{ can: { settle: true }, settledDate: null }])
    const answer = dataOf(api.settleRefund, await settle(order))
    expect(answer).toMatchObject({
      problems: [],
      refunds: [{ state: 'PROCESSED', can: { settle: false }, settledDate: expect.any(String) }],
      refund: { state: 'PROCESSED' },
      can: { retry: false },
    })
    expect(await owedOf(order)).toEqual({ ...before, refunds: 0, platform: 1_250_050 })
    const audit = app.deps.db.selectFrom('audit_log').select(['actor_id', 'action', 'detail', 'reason'])
    expect(await audit.where('target_id', '=', order.orderId).execute()).toEqual([
      {
        actor_id: admin.id,
        action: 'SETTLE_REFUND',
        detail: expect.stringContaining('₦12,500.50'),
        reason: note,
      },
    ])
    expectFailure(await settle(order), 409, 'NOT_FAILED')
    expectFailure(await retry(order), 409, 'NOTHING_FAILED')
    await afterMinutes(120)
    expect(atProvider(order)).toHaveLength(1)
    expect(await checkLedger(app.deps.db)).toEqual([])
  })

  test('is settled once by two admins, or requested again, but never both', async () => {
    const [twice, both] = [await failedRefund(), await failedRefund()]
    const settled = await Promise.all([settle(twice), settle(twice)])
    expect(settled.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [bySettling, byRetrying] = await Promise.all([settle(both), retry(both)])
    expect([bySettling.status, byRetrying.status].toSorted()).toEqual([200, 409])
    await app.runJobs()
    expect(atProvider(both)).toHaveLength(bySettling.status === 200 ? 1 : 2)
  })

  test('is rejected while it is requested, or if it has not failed at the provider', async () => {
    const [requested, revived] = [await failedRefund(), await failedRefund()]
    const until = new Date(app.clock.now().getTime() + 60_000)
    await app.deps.db
      .updateTable('refunds')
      .set({ requesting_until: until })
      .where('order_id', '=', requested.orderId)
      .execute()
    expectFailure(await settle(requested), 409, 'NOT_FAILED')
    for (const refund of atProvider(revived)) refund.status = 'processed'
    expectFailure(await settle(revived), 409, 'NOT_FAILED')
    expect((await show(revived)).refunds).toMatchObject([{ state: 'PROCESSED', settledDate: null }])
    provider.always('refunds', 'error')
    onTestFinished(() => provider.always('refunds', null))
    expectFailure(await settle(requested), 502, 'PROVIDER_TROUBLE')
    expect(await refundsOf(app, requested)).toMatchObject([{ state: 'FAILED' }])
  })

  test('is neither settled nor retried while it is requested again by itself', async () => {
    const { order } = await paidSale()
    refuseRefunds(provider, order, balanceTooLow)
    await refundAll(order)
    const { refund } = app.deps.payments
    const statuses: number[] = []
    const spy = vi.spyOn(app.deps.payments, 'refund').mockImplementation(async (request) => {
      statuses.push((await settle(order)).status, (await retry(order)).status)
      return refund(request)
    })
    onTestFinished(() => spy.mockRestore())
    await afterMinutes(2)
    expect(statuses).toEqual([409, 409])
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PENDING', retry_count: 0 }])
    expect(atProvider(order)).toHaveLength(1)
  })

  test('is rejected if the bank has taken the payment back', async () => {
    const order = await failedRefund()
    await app.deps.db
      .updateTable('payment_attempts')
      .set({ reversed_at: app.clock.now() })
      .where('order_id', '=', order.orderId)
      .execute()
    expect((await show(order)).refunds).toMatchObject([{ can: { settle: false } }])
    expectFailure(await settle(order), 409, 'NOT_FAILED')
  })

  test('tells staff once if the provider pays it too', async () => {
    const other = await buildMember(app, { role: 'ADMIN' })
    const order = await failedRefund()
    dataOf(api.settleRefund, await settle(order))
    const before = (await systemMessagesTo(app, other)).length
    for (const status of ['failed', 'processed', 'processed'] as const) {
      const event = provider.refundEvent(String(atProvider(order)[0]?.id), status)
      await provider.sendWebhook(app.url, event, { times: 2 })
      await app.runJobs()
    }
    expect((await systemMessagesTo(app, other)).slice(before)).toEqual([
      expect.stringContaining('The buyer may have been paid twice.'),
    ])
    expect(await refundsOf(app, order)).toMatchObject([{ state: 'PROCESSED' }])
    expect(await owedOf(order)).toMatchObject({ refunds: 0, platform: 0, provider: 0 })
    // The provider calls a payment reversed that it has refunded in full.
    provider.pay(order.transactionRef, { status: 'reversed' })
    expect(await settlePayment(app.deps, order.transactionRef, { isAgain: true })).toBe('paid')
    expect(await attemptsOf(app, order)).toMatchObject([{ reversed_at: null }])
    expect(await checkLedger(app.deps.db)).toEqual([])
  })

  test('must be a failed refund of this order, with a note', async () => {
    const [order, other] = [await failedRefund(), await failedRefund()]
    const refundId = await refundIdOf(order)
    for (const body of [
      { refundId },
      { refundId, note: '   ' },
      { refundId, note: 'n'.repeat(301) },
      { refundId, note: 7 },
      { note },
      { refundId: 'one', note },
      { refundId: 0, note },
    ])
      expectFailure(await settleOne(order, body), 400)
    expectFailure(await settleOne(order, { refundId: await refundIdOf(other), note }), 404)
    expectFailure(await settleOne(order, { refundId: 999_999_999, note }), 404)
    expectFailure(await settleOne({ orderId: 999_999_999 }, { refundId, note }), 404)
    for (const state of ['ASKED', 'PENDING', 'NEEDS_ATTENTION', 'PROCESSED'] as const) {
      await app.deps.db.updateTable('refunds').set({ state }).where('id', '=', refundId).execute()
      expectFailure(await settleOne(order, { refundId, note: 'n'.repeat(300) }), 409, 'NOT_FAILED')
    }
    await app.deps.db
      .updateTable('orders')
      .set({ buyer_id: admin.id })
      .where('id', '=', other.orderId)
      .execute()
    expectFailure(await settle(other), 403, 'OWN_PAYMENT')
    expect((await show(other)).refunds).toMatchObject([{ can: { settle: false } }])
  })
})

test('shows an open payment page as open', async () => {
  const { buyer, order } = await buildSale(app)
  await initiate(app, buyer, order)
  expect(await show(order)).toMatchObject({ payments: [{ state: 'OPEN', paid: null, settledDate: null }] })
})
