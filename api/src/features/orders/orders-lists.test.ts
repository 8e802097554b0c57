import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/trade/orders'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildBlock, buildMember } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder, orderAddress } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { orderOf, requireOrder } from './order-rows.ts'
import { soldLineOf } from '#api/features/orders/fulfilment/seller-orders.ts'

type Member = Awaited<ReturnType<typeof buildMember>>
type Query = Record<string, string | number>
const app = await sharedApp()
const seller = await buildMember(app)

const bought = async ({ token }: Member, query: Query = {}) =>
  dataOf(api.listOrders, await app.call('GET', '/cart/orders', { token, query }))
const sold = async ({ token }: Member, query: Query = {}) =>
  dataOf(api.listSellerOrders, await app.call('GET', '/cart/seller/orders', { token, query }))
const firstOf = async (buyer: Member) => {
  const order = (await bought(buyer)).content[0]
  if (!order) throw new Error('There is no order.')
  return order
}
const change = (
  id: number,
  columns: { banned_at?: Date; suspended_until?: Date; closure_requested_at?: Date },
) => app.deps.db.updateTable('members').set(columns).where('id', '=', id).execute()
const viewerOf = ({ id, role }: Member) => ({ id, role, sessionId: '' })

describe('the buyer’s orders', () => {
  test('shows a paid order with the fields of the contract', async () => {
    const buyer = await buildMember(app)
    const pictures = { image_url: '/media/a.webp', thumbnail_url: '/media/a-small.webp' }
    const item = await buildItem(app, seller, { ...pictures, price_kobo: 1_999 })
    const at = app.clock.now()
    const built = await buildOrder(app, buyer, [{ item, count: 3 }], { at })
    const { token } = buyer
    const answer = await app.call('GET', '/cart/orders', { token })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(dataOf(api.listOrders, answer)).toEqual({
      content: [
        {
          orderId: built.orderId,
          transactionRef: built.transactionRef,
          orderStatus: 'PENDING',
          totalAmount: 59.97,
          phoneNumber: '08031234567',
          shippingAddress: orderAddress,
          billingAddress: orderAddress,
          orderItemList: [
            {
              orderLineId: built.lineIds[0],
              itemId: item.id,
              name: 'Adire wrapper',
              imageUrl: '/media/a.webp',
              thumbnailUrl: '/media/a-small.webp',
              seller: seller.id,
              sellerUsername: seller.username,
              sellerProfileImage: null,
              quantity: 3,
              unitPrice: 19.99,
              total: 59.97,
              state: 'PENDING',
              note: null,
              reason: null,
              feeWithRefund: 0,
              disputeId: null,
              can: { refund: false, message: true, dispute: false, review: false },
            },
          ],
          parcels: [
            {
              sellerId: seller.id,
              sellerUsername: seller.username,
              method: 'DELIVERY',
              fee: 0,
              feeLeft: 0,
              state: 'PENDING',
              carrier: null,
              trackingNumber: null,
              shippedDate: null,
              receivedDate: null,
              decidedDate: null,
              can: { confirm: false },
            },
          ],
          createdDate: at.toISOString(),
          payBefore: new Date(at.getTime() + 3_600_000).toISOString(),
          held: false,
          refund: null,
          extraPayments: [],
          history: [{ state: 'PENDING', createdDate: at.toISOString() }],
          can: { pay: true, cancel: true, confirm: false },
        },
      ],
      last: true,
      totalPages: 1,
      totalElements: 1,
      number: 0,
    })
  })

  test('finds orders by state and reference, newest first', async () => {
    const [buyer, other] = [await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, seller, { stock: 99 })
    const built = []
    for (const status of api.orderStates)
      built.push(await buildOrder(app, buyer, [{ item }, { item: await buildItem(app, seller) }], { status }))
    const refs = built.map(({ transactionRef }) => transactionRef)
    const all = await bought(buyer)
    expect(all.content.map(({ transactionRef }) => transactionRef)).toEqual(refs.toReversed())
    expect(all.content.map(({ orderStatus, history }) => [orderStatus, history.at(-1)?.state])).toEqual(
      api.orderStates.toReversed().map((state) => [state, state]),
    )
    const [first = [], second = []] = Object.values(api.orderTabs)
    expect(await bought(buyer, { status: first.join(','), size: 3 })).toMatchObject({
      totalElements: 4,
      totalPages: 2,
      last: false,
      content: [{}, {}, {}],
    })
    expect(await bought(buyer, { status: second.join(','), page: 1, size: 1 })).toMatchObject({
      totalElements: 2,
      content: [{ orderStatus: 'CANCELED' }],
    })
    const [ref = ''] = refs
    expect((await bought(buyer, { transactionRef: ref })).content).toMatchObject([{ transactionRef: ref }])
    expect(await bought(other, { transactionRef: ref })).toMatchObject({ content: [], totalElements: 0 })
    await expect(
      requireOrder(app.deps, app.deps.db, viewerOf(other), { transactionRef: ref }),
    ).rejects.toMatchObject({ status: 404 })
    const admins = await buildMember(app, { role: 'ADMIN' })
    expect(await orderOf(app.deps, app.deps.db, viewerOf(admins), { transactionRef: ref })).toMatchObject({
      phoneNumber: null,
      shippingAddress: null,
      can: { pay: false, cancel: false },
    })
  })

  test('lets nobody pay or cancel a held order, which does not expire', async () => {
    const buyer = await buildMember(app)
    const item = await buildItem(app, seller, { stock: 9 })
    await buildOrder(app, buyer, [{ item }], { isHeld: true })
    expect(await firstOf(buyer)).toMatchObject({
      held: true,
      payBefore: null,
      can: { pay: false, cancel: false, confirm: false },
    })
    await buildOrder(app, buyer, [{ item }], { status: 'SHIPPED' })
    const shipped = await firstOf(buyer)
    expect(shipped.can).toEqual({ pay: false, cancel: false, confirm: true })
    expect(shipped.history.map(({ state }) => state)).toEqual(['PENDING', 'PROCESSING', 'SHIPPED'])
  })

  test('shows a state for each line and one refund for the order', async () => {
    const buyer = await buildMember(app)
    const items = [await buildItem(app, seller), await buildItem(app, seller), await buildItem(app, seller)]
    const built = await buildOrder(
      app,
      buyer,
      items.map((item) => ({ item })),
      { status: 'PROCESSING' },
    )
    const [shippedLine = 0, canceledLine = 0] = built.lineIds
    const [{ db }, now] = [app.deps, app.clock.now()]
    const note = { shipped_at: now, note: 'By Tunde, on the green bike' }
    await db.updateTable('order_lines').set(note).where('id', '=', shippedLine).execute()
    const end = { canceled_at: now, reason: 'Broken on the way', holds_stock: false }
    await db.updateTable('order_lines').set(end).where('id', '=', canceledLine).execute()
    const columns = { order_id: built.orderId, reference: built.reference, created_at: now, changed_at: now }
    const refunds = [
      { ...columns, order_line_id: canceledLine, amount_kobo: 1_250_050, state: 'PROCESSED' as const },
      { ...columns, amount_kobo: 100, state: 'ASKED' as const },
    ]
    for (const refund of refunds) await db.insertInto('refunds').values(refund).execute()
    const order = await firstOf(buyer)
    expect(order.orderItemList.map(({ state }) => state)).toEqual(['SHIPPED', 'CANCELED', 'PROCESSING'])
    expect(order.orderItemList).toMatchObject([{ note: note.note }, { reason: end.reason }, {}])
    expect(order.refund).toEqual({ amount: 12_501.5, state: 'PENDING', createdDate: now.toISOString() })
    const states = async (state: 'PROCESSED' | 'FAILED') => {
      await db.updateTable('refunds').set({ state }).where('order_line_id', 'is', null).execute()
      return (await firstOf(buyer)).refund?.state
    }
    expect([await states('PROCESSED'), await states('FAILED')]).toEqual(['PROCESSED', 'FAILED'])
  })

  test('allows the refund of an unshipped line after 14 days', async () => {
    const now = app.clock.now()
    const makers = await Promise.all(Array.from({ length: 4 }, () => buildMember(app)))
    const [late, banned, suspended, blocked] = makers
    if (!late || !banned || !suspended || !blocked) throw new Error('Not all have come.')
    const buyer = await buildMember(app)
    const order = async (by: Member, at = now) =>
      buildOrder(app, buyer, [{ item: await buildItem(app, by) }], { status: 'PROCESSING', at })
    await order(late, inDays(now, -14))
    await order(late, inDays(now, -13))
    await order(banned)
    await order(suspended)
    await order(blocked)
    await change(banned.id, { banned_at: now })
    await change(suspended.id, { suspended_until: inDays(now, 1) })
    await buildBlock(app, blocked, buyer)
    const lines = (await bought(buyer)).content.toReversed().map(({ orderItemList }) => orderItemList[0]?.can)
    expect(lines).toEqual([
      { refund: true, message: true, dispute: false, review: false },
      { refund: false, message: true, dispute: false, review: false },
      { refund: true, message: false, dispute: false, review: false },
      { refund: true, message: false, dispute: false, review: false },
      { refund: false, message: false, dispute: false, review: false },
    ])
  })
})

describe('the seller’s orders', () => {
  test('lists one row per line, with the address once it is paid', async () => {
    const [maker, other, buyer] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, maker, { price_kobo: 10_000, stock: 9 })
    const foreign = await buildItem(app, other)
    const open = await buildOrder(app, buyer, [{ item, count: 2 }, { item: foreign }])
    const at = app.clock.now()
    const paid = await buildOrder(app, buyer, [{ item }], { status: 'PROCESSING', at })
    const { content, totalElements } = await sold(maker)
    expect(totalElements).toBe(2)
    expect(content[0]).toEqual({
      orderId: paid.lineIds[0],
      transactionRef: paid.transactionRef,
      itemId: item.id,
      name: item.name,
      itemImageUrl: null,
      thumbnailUrl: null,
      quantity: 1,
      unitPrice: 100,
      total: 100,
      state: 'PROCESSING',
      phoneNumber: '08031234567',
      shippingAddress: orderAddress,
      billingAddress: orderAddress,
      buyer: buyer.id,
      buyerName: `${buyer.firstname} ${buyer.lastname}`,
      username: buyer.username,
      profileImageUrl: null,
      note: null,
      reason: null,
      createdDate: at.toISOString(),
      paidDate: at.toISOString(),
      feeWithRefund: 0,
      feeRefunded: 0,
      disputeId: null,
      refunded: null,
      parcel: expect.objectContaining({ method: 'DELIVERY', state: 'PROCESSING', lines: 1, waiting: 1 }),
      can: { ship: true, decline: true, message: true },
    })
    expect(content[1]).toMatchObject({
      orderId: open.lineIds[0],
      quantity: 2,
      total: 200,
      state: 'PENDING',
      phoneNumber: null,
      shippingAddress: null,
      billingAddress: null,
      paidDate: null,
      can: { ship: false, decline: false, message: true },
    })
    const now = app.clock.now()
    const end = app.deps.db.updateTable('order_lines').set({ canceled_at: now, reason: 'Broken' })
    await end.where('id', '=', paid.lineIds[0] ?? 0).execute()
    expect((await sold(maker)).content[0]).toMatchObject({
      state: 'CANCELED',
      phoneNumber: null,
      shippingAddress: null,
      billingAddress: null,
      paidDate: at.toISOString(),
    })
    expect((await sold(other)).content).toMatchObject([{ orderId: open.lineIds[1], itemId: foreign.id }])
  })

  test('finds the seller’s lines by line, buyer and state', async () => {
    const maker = await buildMember(app)
    const [first, second] = [await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, maker, { stock: 9 })
    const one = await buildOrder(app, first, [{ item }], { status: 'COMPLETED' })
    const two = await buildOrder(app, second, [{ item }], { status: 'FAILED' })
    const lineIds = async (query: Query) => (await sold(maker, query)).content.map(({ orderId }) => orderId)
    expect(await lineIds({})).toEqual([...two.lineIds, ...one.lineIds])
    expect(await lineIds({ page: 1, size: 1 })).toEqual(one.lineIds)
    expect(await lineIds({ buyerId: first.id })).toEqual(one.lineIds)
    expect(await lineIds({ status: 'CANCELED,FAILED' })).toEqual(two.lineIds)
    const totalOf = async (query: Query) => (await sold(maker, query)).totalElements
    expect(await totalOf({})).toBe(2)
    for (const status of ['COMPLETED', 'COMPLETED,PENDING', 'FAILED'])
      expect(await totalOf({ status })).toBe(1)
    expect([await totalOf({ status: 'SHIPPED' }), await totalOf({ buyerId: first.id })]).toEqual([0, 1])
    const [orderId = 0] = one.lineIds
    expect(await lineIds({ orderId })).toEqual([orderId])
    expect(await sold(seller, { orderId })).toMatchObject({ content: [], totalElements: 0 })
    expect(await sold(first, { orderId })).toMatchObject({ content: [] })
    expect(await soldLineOf(app.deps, app.deps.db, viewerOf(maker), orderId)).toMatchObject({ orderId })
    await expect(soldLineOf(app.deps, app.deps.db, viewerOf(first), orderId)).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('shows orders of an erased member without name and address', async () => {
  const [maker, buyer, left] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const item = await buildItem(app, maker, { stock: 9, image_url: '/media/b.webp' })
  await buildOrder(app, left, [{ item: await buildItem(app, buyer) }], { status: 'COMPLETED' })
  await buildOrder(app, buyer, [{ item }], { status: 'COMPLETED' })
  for (const { id } of [maker, left]) await change(id, { closure_requested_at: inDays(app.clock.now(), -31) })
  await eraseClosed.run(app.deps, {})
  expect((await bought(buyer)).content).toMatchObject([
    {
      orderStatus: 'COMPLETED',
      orderItemList: [
        {
          itemId: null,
          name: 'Adire wrapper',
          imageUrl: null,
          seller: null,
          sellerUsername: 'Deleted user',
          can: { refund: false, message: false, review: false },
        },
      ],
    },
  ])
  expect((await sold(buyer)).content).toMatchObject([
    {
      buyer: null,
      buyerName: 'Deleted user',
      username: 'Deleted user',
      phoneNumber: null,
      shippingAddress: null,
      can: { message: false },
    },
  ])
})
