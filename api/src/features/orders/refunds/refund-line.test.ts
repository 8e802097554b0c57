import { describe, expect, test } from 'vitest'
import { refundLine } from '@rootsquare/contract/trade/orders'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, mailsTo, systemMessagesTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { ban, suspend } from '#api/test/builders/moderation.ts'
import { buildOrder, stockOf } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const ago = (days: number) => inDays(app.clock.now(), -days)

/** Builds an order of two sellers that was paid `days` ago. */
async function paid(days: number, options: Parameters<typeof buildOrder>[3] = { status: 'PROCESSING' }) {
  const [buyer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, seller, { name: 'Drum', price_kobo: 500_000, stock: 5 })
  const cloth = await buildItem(app, other, { name: 'Cloth', price_kobo: 120_050, stock: 5 })
  const orderLines = [{ item: drum, count: 2 }, { item: cloth }]
  const order = await buildOrder(app, buyer, orderLines, { at: ago(days), ...options })
  const [drumLine = 0, clothLine = 0] = order.lineIds
  return { buyer, seller, other, drum, order, drumLine, clothLine }
}

const refund = ({ token }: { token: string }, { orderId }: { orderId: number }, lineId: number) =>
  app.call('POST', `/cart/order/${orderId}/refund`, {
    token,
    body: { orderLineId: lineId, reason: 'It never came' },
  })

const refundsOf = ({ orderId }: { orderId: number }) =>
  app.deps.db
    .selectFrom('refunds')
    .select(['order_line_id', 'amount_kobo'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

const audited = ({ orderId }: { orderId: number }) =>
  app.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'member_id', 'action', 'reason', 'target_type'])
    .where('target_id', '=', orderId)
    .where('action', '=', 'REFUND_LINE')
    .execute()

describe('the buyer', () => {
  test('gets an unshipped line refunded once, 14 days after payment', async () => {
    const { buyer, seller, drum, order, drumLine } = await paid(14)
    const answers = await Promise.all([1, 2, 3].map(() => refund(buyer, order, drumLine)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const done = answers.find(({ status }) => status === 200)
    if (!done) throw new Error('Nobody won.')
    expect(dataOf(refundLine, done)).toMatchObject({
      orderStatus: 'PROCESSING',
      orderItemList: [{ state: 'CANCELED', reason: 'It never came' }, { state: 'PROCESSING' }],
      refund: { amount: 10_000, state: 'PENDING' },
    })
    expect(await refundsOf(order)).toEqual([{ order_line_id: drumLine, amount_kobo: 1_000_000 }])
    expect(await stockOf(app, drum)).toBe(5)
    expect(await systemMessagesTo(app, buyer)).toEqual([
      expect.stringContaining('₦10,000.00 is on its way back to you.'),
    ])
    expect(await systemMessagesTo(app, seller)).toEqual([expect.stringContaining('Please do not send it.')])
    expect((await systemMessagesTo(app, seller)).join()).not.toContain('never came')
    expect(await audited(order)).toEqual([])
    expect((await mailsTo(app, buyer.email)).map(({ subject }) => subject)).toEqual([
      `A refund for order ${order.transactionRef}`,
    ])
  })

  test('gets no earlier refund, and none of a shipped or unpaid line', async () => {
    const early = await paid(13.9)
    const { message } = expectFailure(
      await refund(early.buyer, early.order, early.drumLine),
      409,
      'TOO_EARLY',
    )
    expect(message).toMatch(/until \d+ \w+ \d{4}/)
    for (const [status, code] of [
      ['PENDING', 'NOT_PAID'],
      ['SHIPPED', 'ALREADY_SHIPPED'],
      ['COMPLETED', 'ALREADY_SHIPPED'],
      ['FAILED', 'ALREADY_CANCELED'],
    ] as const) {
      const { buyer, order, drumLine } = await paid(20, { status })
      expectFailure(await refund(buyer, order, drumLine), 409, code)
      expect(await refundsOf(order)).toEqual([])
    }
  })

  test('does not have to wait for a seller who is locked out', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { buyer, seller, other, order, drumLine, clothLine } = await paid(1)
    expect(await suspend(app, admin, seller)).toMatchObject({ status: 200 })
    expect(await ban(app, admin, other)).toMatchObject({ status: 200 })
    dataOf(refundLine, await refund(buyer, order, drumLine))
    const last = dataOf(refundLine, await refund(buyer, order, clothLine))
    expect(last).toMatchObject({ orderStatus: 'CANCELED', refund: { amount: 11_200.5 } })
    // A banned member can no longer read messages.
    expect((await systemMessagesTo(app, seller)).at(-1)).toContain('Please do not send it.')
    expect(await systemMessagesTo(app, other)).toEqual([])
  })

  test('gets 404 for other orders', async () => {
    const [mine, theirs] = [await paid(20), await paid(20)]
    for (const by of [mine.buyer, theirs.seller])
      expectFailure(await refund(by, theirs.order, theirs.drumLine), 404)
    expectFailure(await refund(mine.buyer, mine.order, theirs.drumLine), 404)
    expect(await refundsOf(theirs.order)).toEqual([])
  })
})

describe('an admin', () => {
  test('refunds any unshipped line at any time, which is logged', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { buyer, seller, order, drumLine, clothLine } = await paid(0)
    const done = dataOf(refundLine, await refund(admin, order, drumLine))
    // An admin does not see the address.
    expect(done).toMatchObject({ shippingAddress: null, phoneNumber: null, refund: { amount: 10_000 } })
    expect(await audited(order)).toEqual([
      {
        actor_id: admin.id,
        member_id: seller.id,
        action: 'REFUND_LINE',
        reason: 'It never came',
        target_type: 'order',
      },
    ])
    expect([
      (await systemMessagesTo(app, buyer)).length,
      (await systemMessagesTo(app, seller)).length,
    ]).toEqual([1, 1])
    expectFailure(await refund(admin, order, drumLine), 409, 'ALREADY_CANCELED')
    expectFailure(await refund(admin, { orderId: 99_999_999 }, clothLine), 404)
  })

  test('has to wait like others for their own purchases', async () => {
    const { seller } = await paid(0)
    const admin = await buildMember(app, { role: 'ADMIN' })
    const item = await buildItem(app, seller)
    const order = await buildOrder(app, admin, [{ item }], { status: 'PROCESSING' })
    expectFailure(await refund(admin, order, order.lineIds[0] ?? 0), 409, 'TOO_EARLY')
  })
})
