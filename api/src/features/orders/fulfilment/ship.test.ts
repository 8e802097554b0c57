import { describe, expect, test } from 'vitest'
import { listSellerOrders, moveLine } from '@rootsquare/contract/trade/orders'
import { buildMember, mailsTo, systemMessagesTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder, paidInstead, stockOf } from '#api/test/builders/orders.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { sendShipped } from '#api/features/orders/notify/order-mails.ts'
import { enqueue } from '#api/jobs/job.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

type Signed = { token: string }

const move = ({ token }: Signed, lineId: number | undefined, body: object) =>
  app.call('PATCH', `/cart/seller/order/${lineId}`, { token, body })
const ship = (by: Signed, lineId: number | undefined, note?: string) =>
  move(by, lineId, { state: 'SHIPPED', ...(note && { note }) })
const decline = (by: Signed, lineId: number | undefined, reason = 'The drum has a crack') =>
  move(by, lineId, { state: 'CANCELED', reason })

/** Builds a paid order with one line of each of two sellers. */
async function soldByTwo(options: Parameters<typeof buildOrder>[3] = { status: 'PROCESSING' }) {
  const [buyer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, seller, { name: 'Drum', price_kobo: 500_000, stock: 5 })
  const cloth = await buildItem(app, other, { name: 'Cloth', price_kobo: 120_050, stock: 5 })
  const order = await buildOrder(app, buyer, [{ item: drum, count: 2 }, { item: cloth }], options)
  const [drumLine, clothLine] = order.lineIds
  return { buyer, seller, other, drum, cloth, order, drumLine, clothLine }
}

const orderRow = ({ orderId }: { orderId: number }) =>
  app.deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()

const refundsOf = ({ orderId }: { orderId: number }) =>
  app.deps.db
    .selectFrom('refunds')
    .select(['order_line_id', 'amount_kobo', 'reference'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

describe('shipping', () => {
  test('makes the order SHIPPED when the last seller has shipped', async () => {
    const { buyer, seller, other, order, drumLine, clothLine } = await soldByTwo()
    const first = dataOf(moveLine, await ship(seller, drumLine, 'Rider Musa, 0803 111 2222'))
    expect(first).toMatchObject({
      orderId: drumLine,
      state: 'SHIPPED',
      note: 'Rider Musa, 0803 111 2222',
      can: { ship: false, decline: false },
    })
    expect(await orderRow(order)).toMatchObject({ status: 'PROCESSING', shipped_at: null })
    expect(dataOf(moveLine, await ship(other, clothLine))).toMatchObject({ state: 'SHIPPED', note: null })
    expect(await orderRow(order)).toMatchObject({ status: 'SHIPPED', shipped_at: expect.any(Date) })
    const messages = await systemMessagesTo(app, buyer)
    expect(messages).toEqual([
      expect.stringContaining(`2 × “Drum” of your order ${order.transactionRef} is on its way. Please`),
      expect.stringContaining('1 × “Cloth” of your order'),
    ])
    // The note would remain when its author is erased.
    expect(messages.join()).not.toContain('Musa')
    const mails = await mailsTo(app, buyer.email)
    expect(mails.map((mail) => mail.subject)).toEqual(
      [seller, other].map(({ username }) => `Your parcel from ${username} is on its way`),
    )
    expect(mails.filter(({ text }) => text.includes('Rider Musa'))).toHaveLength(1)
    expect(await refundsOf(order)).toEqual([])
  })

  test('answers 404 to anybody but the seller of the line', async () => {
    const { buyer, seller, other, order, drumLine, clothLine } = await soldByTwo()
    const admin = await buildMember(app, { role: 'ADMIN' })
    for (const by of [buyer, other, admin]) {
      expectFailure(await ship(by, drumLine), 404)
      expectFailure(await decline(by, drumLine), 404)
    }
    expectFailure(await ship(seller, 99_999_999), 404)
    const sold = await app.call('GET', '/cart/seller/orders', { token: seller.token })
    expect(dataOf(listSellerOrders, sold).content).toMatchObject([{ orderId: drumLine, total: 10_000 }])
    expect(await orderRow(order)).toMatchObject({ status: 'PROCESSING' })
    expect(dataOf(moveLine, await ship(other, clothLine)).total).toBe(1200.5)
  })

  test('is rejected before the payment and after the end of the order', async () => {
    const pending = await soldByTwo({ status: 'PENDING' })
    expectFailure(await ship(pending.seller, pending.drumLine), 409, 'NOT_PAID')
    expectFailure(await decline(pending.seller, pending.drumLine), 409, 'NOT_PAID')
    for (const [status, code] of [
      ['SHIPPED', 'ALREADY_SHIPPED'],
      ['COMPLETED', 'ALREADY_SHIPPED'],
      ['CANCELED', 'ALREADY_CANCELED'],
      ['FAILED', 'ALREADY_CANCELED'],
    ] as const) {
      const { seller, drumLine, order } = await soldByTwo({ status })
      expectFailure(await ship(seller, drumLine), 409, code)
      expectFailure(await decline(seller, drumLine), 409, code)
      expect((await orderRow(order)).status).toBe(status)
    }
  })

  test('needs a short note, and declining a reason', async () => {
    const { seller, drumLine } = await soldByTwo()
    expectFailure(await move(seller, drumLine, { state: 'CANCELED' }), 400)
    expectFailure(await decline(seller, drumLine, ' '), 400)
    expectFailure(await ship(seller, drumLine, 'x'.repeat(301)), 400)
  })
})

describe('a parcel', () => {
  /** Builds an order of a drum and a stick of one seller. */
  async function soldTogether(parcel: { method?: 'PICKUP' | 'DELIVERY' } = {}) {
    const [buyer, seller] = [await buildMember(app), await buildMember(app)]
    const items = [
      await buildItem(app, seller, { name: 'Drum' }),
      await buildItem(app, seller, { name: 'Stick' }),
    ]
    const order = await buildOrder(
      app,
      buyer,
      items.map((item) => ({ item })),
      { status: 'PROCESSING' },
    )
    const set = { method: 'DELIVERY' as const, fee_kobo: 50_000, ...parcel }
    await app.deps.db.updateTable('parcels').set(set).where('order_id', '=', order.orderId).execute()
    return { buyer, seller, order, drumLine: order.lineIds[0], stickLine: order.lineIds[1] }
  }

  const told = async (buyer: Signed & { id: number; email: string }) => ({
    messages: await systemMessagesTo(app, buyer),
    notifications: (await notificationsOf(app, buyer)).map(({ text }) => text),
    mails: await mailsTo(app, buyer.email),
  })

  test('is shipped in one call, with carrier and tracking number', async () => {
    const { buyer, seller, order, drumLine, stickLine } = await soldTogether()
    const tracking = { carrier: ' GIG Logistics ', trackingNumber: 'GIG-123' }
    const body = { state: 'SHIPPED', wholeParcel: true, ...tracking }
    expect(dataOf(moveLine, await move(seller, stickLine, body)).parcel).toEqual({
      id: expect.any(Number),
      method: 'DELIVERY',
      fee: 500,
      feeLeft: 500,
      state: 'SHIPPED',
      carrier: 'GIG Logistics',
      trackingNumber: 'GIG-123',
      shippedDate: expect.any(String),
      receivedDate: null,
      decidedDate: null,
      lines: 2,
      waiting: 0,
    })
    expectFailure(await ship(seller, drumLine), 409, 'ALREADY_SHIPPED')
    expect(await orderRow(order)).toMatchObject({ status: 'SHIPPED' })
    const { messages, notifications, mails } = await told(buyer)
    const goods = `1 × “Drum”, 1 × “Stick” of your order ${order.transactionRef} is on its way`
    expect(messages).toEqual([expect.stringContaining(goods)])
    expect(notifications).toEqual([goods])
    expect(mails).toHaveLength(1)
    for (const text of ['1 × Drum', '1 × Stick', 'Carrier: GIG Logistics', 'Tracking number: GIG-123'])
      expect(mails[0]?.text).toContain(text)
    // Carrier and number would remain when the seller is erased.
    expect(`${messages}${notifications}`).not.toContain('GIG')
  })

  test('is announced once, when its last line is shipped or declined', async () => {
    const { buyer, seller, drumLine, stickLine } = await soldTogether()
    const first = await move(seller, drumLine, {
      state: 'SHIPPED',
      carrier: 'Rider Musa',
      trackingNumber: '1',
    })
    expect(dataOf(moveLine, first).parcel).toMatchObject({ state: 'PROCESSING', lines: 2, waiting: 1 })
    expect(await told(buyer)).toEqual({ messages: [], notifications: [], mails: [] })
    const last = await move(seller, stickLine, { state: 'SHIPPED', carrier: '', trackingNumber: '2' })
    expect(dataOf(moveLine, last).parcel).toMatchObject({ carrier: 'Rider Musa', trackingNumber: '2' })
    expect(await told(buyer)).toMatchObject({ messages: [expect.anything()], mails: [expect.anything()] })

    const declined = await soldTogether()
    dataOf(moveLine, await ship(declined.seller, declined.drumLine))
    dataOf(moveLine, await decline(declined.seller, declined.stickLine))
    const { mails } = await told(declined.buyer)
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your parcel from ${declined.seller.username} is on its way`,
      `A refund for order ${declined.order.transactionRef}`,
    ])
    expect(mails[0]?.text).not.toContain('Stick')
  })

  test('for pick-up is ready, not on its way', async () => {
    const { buyer, seller, drumLine } = await soldTogether({ method: 'PICKUP' })
    dataOf(moveLine, await move(seller, drumLine, { state: 'SHIPPED', wholeParcel: true }))
    const { messages, mails } = await told(buyer)
    expect(messages).toEqual([expect.stringContaining('is ready to be picked up')])
    expect(mails[0]?.subject).toBe(`Your parcel from ${seller.username} is ready to be picked up`)
  })

  test('leaves out declined lines, and can be listed by its id', async () => {
    const { seller, drumLine, stickLine } = await soldTogether()
    dataOf(moveLine, await decline(seller, drumLine))
    const { parcel } = dataOf(
      moveLine,
      await move(seller, stickLine, { state: 'SHIPPED', wholeParcel: true }),
    )
    expect(parcel).toMatchObject({ state: 'SHIPPED', lines: 1, waiting: 0 })
    const listed = (by: Signed) =>
      app.call('GET', '/cart/seller/orders', { token: by.token, query: { parcelId: parcel.id } })
    expect(dataOf(listSellerOrders, await listed(seller))).toMatchObject({
      content: [{ orderId: stickLine }, { orderId: drumLine, state: 'CANCELED' }],
      totalElements: 2,
    })
    expect(dataOf(listSellerOrders, await listed(await buildMember(app))).content).toEqual([])
  })
})

describe('declining', () => {
  test('returns the stock, refunds the line and notifies the buyer', async () => {
    const { buyer, seller, other, drum, cloth, order, drumLine, clothLine } = await soldByTwo()
    expect([await stockOf(app, drum), await stockOf(app, cloth)]).toEqual([3, 4])
    const declined = dataOf(moveLine, await decline(seller, drumLine))
    expect(declined).toMatchObject({ state: 'CANCELED', reason: 'The drum has a crack' })
    expect([await stockOf(app, drum), await stockOf(app, cloth)]).toEqual([5, 4])
    expect(await refundsOf(order)).toEqual([
      { order_line_id: drumLine, amount_kobo: 1_000_000, reference: order.reference },
    ])
    expect(await orderRow(order)).toMatchObject({ status: 'PROCESSING' })
    expect(await systemMessagesTo(app, buyer)).toEqual([
      expect.stringContaining('The seller cannot send 2 × “Drum” of your order'),
    ])
    expect((await systemMessagesTo(app, buyer))[0]).toContain('₦10,000.00 is on its way back to you.')
    expect([await systemMessagesTo(app, seller), await systemMessagesTo(app, other)]).toEqual([[], []])
    dataOf(moveLine, await ship(other, clothLine))
    expect(await orderRow(order)).toMatchObject({ status: 'SHIPPED' })
  })

  test('ends the order as SHIPPED or CANCELED with its last open line', async () => {
    const some = await soldByTwo()
    dataOf(moveLine, await ship(some.other, some.clothLine))
    dataOf(moveLine, await decline(some.seller, some.drumLine))
    expect(await orderRow(some.order)).toMatchObject({ status: 'SHIPPED' })
    expect((await systemMessagesTo(app, some.buyer)).at(-1)).toContain('The rest is on its way.')

    const none = await soldByTwo()
    dataOf(moveLine, await decline(none.other, none.clothLine))
    dataOf(moveLine, await decline(none.seller, none.drumLine))
    expect(await orderRow(none.order)).toMatchObject({ status: 'CANCELED' })
    expect((await refundsOf(none.order)).map(({ amount_kobo }) => amount_kobo)).toEqual([120_050, 1_000_000])
    expect((await systemMessagesTo(app, none.buyer)).at(-1)).toContain('the order is canceled')
    const moves = app.deps.db.selectFrom('order_moves').select('status').orderBy('id')
    expect((await moves.where('order_id', '=', none.order.orderId).execute()).at(-1)).toEqual({
      status: 'CANCELED',
    })
  })

  test('names only the money that is refunded', async () => {
    const { buyer, seller, other, order, drumLine, clothLine } = await soldByTwo()
    await paidInstead(app, order, 5000)
    dataOf(moveLine, await decline(seller, drumLine))
    expect((await systemMessagesTo(app, buyer)).at(-1)).toContain('₦50.00 is on its way back to you.')
    dataOf(moveLine, await decline(other, clothLine))
    expect((await systemMessagesTo(app, buyer)).at(-1)).toContain('Nothing is left of your payment')
    const mails = await mailsTo(app, buyer.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('2 × Drum: ₦50.00.')
  })

  test('refunds an overpayment with the last line, unless one was shipped', async () => {
    const all = await soldByTwo()
    await paidInstead(app, all.order, 1_500_000)
    dataOf(moveLine, await decline(all.seller, all.drumLine))
    dataOf(moveLine, await decline(all.other, all.clothLine))
    expect((await refundsOf(all.order)).map(({ amount_kobo }) => amount_kobo)).toEqual([1_000_000, 500_000])
    expect((await systemMessagesTo(app, all.buyer)).at(-1)).toContain('₦5,000.00 is on its way back to you.')
    const some = await soldByTwo()
    await paidInstead(app, some.order, 1_500_000)
    dataOf(moveLine, await ship(some.seller, some.drumLine))
    dataOf(moveLine, await decline(some.other, some.clothLine))
    expect((await refundsOf(some.order)).map(({ amount_kobo }) => amount_kobo)).toEqual([120_050])
  })

  test('succeeds only if the line is not shipped at the same time', async () => {
    const { seller, drum, order, drumLine } = await soldByTwo()
    const answers = await Promise.all([
      decline(seller, drumLine),
      ship(seller, drumLine),
      decline(seller, drumLine),
      ship(seller, drumLine),
      decline(seller, drumLine),
    ])
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 409, 409, 409, 409])
    const isDeclined = [0, 2, 4].some((at) => answers[at]?.status === 200)
    expect(await refundsOf(order)).toHaveLength(isDeclined ? 1 : 0)
    expect(await stockOf(app, drum)).toBe(isDeclined ? 5 : 3)
    expectFailure(await decline(seller, drumLine), 409)
  })

  test('ends each order in one state when both sellers act at once', async () => {
    const sold = await Promise.all(Array.from({ length: 6 }, () => soldByTwo()))
    const answers = await Promise.all(
      sold.flatMap((one, at) => [
        ship(one.seller, one.drumLine),
        at % 2 === 0 ? ship(one.other, one.clothLine) : decline(one.other, one.clothLine),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const { order } of sold) expect((await orderRow(order)).status).toBe('SHIPPED')
  })
})

test('sends a mail that was queued before there were parcels', async () => {
  const { buyer, order, drumLine = 0 } = await soldByTwo({ status: 'SHIPPED' })
  await enqueue(app.deps.db, sendShipped, { orderId: order.orderId, lineId: drumLine })
  await app.runJobs()
  const mails = await mailsTo(app, buyer.email)
  expect(mails.filter(({ text }) => text.includes('2 × Drum'))).toHaveLength(1)
})
