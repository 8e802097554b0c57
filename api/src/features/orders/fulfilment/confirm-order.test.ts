import { expect, test } from 'vitest'
import { confirmOrder } from '@rootsquare/contract/trade/orders'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { completeShipped } from './confirm-order.ts'

const app = await sharedApp()

type OrderOptions = Parameters<typeof buildOrder>[3]

/** Builds an order of two sellers, one of whom sold two items. */
async function sent(options: OrderOptions = { status: 'SHIPPED' }) {
  const [buyer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const items = [
    await buildItem(app, seller, { name: 'Drum' }),
    await buildItem(app, seller, { name: 'Stick' }),
    await buildItem(app, other, { name: 'Cloth' }),
  ]
  const order = await buildOrder(
    app,
    buyer,
    items.map((item) => ({ item })),
    options,
  )
  return { buyer, seller, other, order }
}

type Signed = { token: string }
type Ordered = { orderId: number }

const confirm = ({ token }: Signed, { orderId }: Ordered, body?: object) =>
  app.call('PATCH', `/cart/order/${orderId}/received`, { token, ...(body && { body }) })

const statusOf = async ({ orderId }: { orderId: number }) =>
  (
    await app.deps.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status

test('completes the order once and notifies each seller of their own lines', async () => {
  const { buyer, seller, other, order } = await sent()
  const answers = await Promise.all([confirm(buyer, order), confirm(buyer, order), confirm(buyer, order)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const won = answers.find(({ status }) => status === 200)
  if (!won) throw new Error('Nobody won.')
  const done = dataOf(confirmOrder, won)
  expect(done).toMatchObject({ orderStatus: 'COMPLETED', can: { pay: false, cancel: false, confirm: false } })
  expect(done.history.at(-1)).toMatchObject({ state: 'COMPLETED' })
  expect(done.orderItemList.map(({ state }) => state)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
  expect(await systemMessagesTo(app, seller)).toEqual([
    '1 × “Drum”, 1 × “Stick” has been received. The sale is completed.',
  ])
  expect(await systemMessagesTo(app, other)).toEqual([
    '1 × “Cloth” has been received. The sale is completed.',
  ])
  expect(await systemMessagesTo(app, buyer)).toEqual([])
  expectFailure(await confirm(buyer, order), 409, 'ALREADY_COMPLETED')
})

test('rejects other members, and the buyer until everything is shipped', async () => {
  const { seller, order } = await sent()
  const admin = await buildMember(app, { role: 'ADMIN' })
  for (const by of [seller, admin]) expectFailure(await confirm(by, order), 404)
  expect(await statusOf(order)).toBe('SHIPPED')
  for (const status of ['PENDING', 'PROCESSING', 'CANCELED', 'FAILED'] as const) {
    const early = await sent({ status })
    expectFailure(await confirm(early.buyer, early.order), 409, 'NOT_SHIPPED')
    expect(await statusOf(early.order)).toBe(status)
  }
})

test('confirms one parcel at a time, and the order with the last one', async () => {
  const { buyer, seller, other, order } = await sent()
  const from = ({ id }: { id: number }) => confirm(buyer, order, { sellerId: id })
  const answers = await Promise.all([from(seller), from(seller), from(seller)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expectFailure(await from(seller), 409, 'ALREADY_COMPLETED')
  expect(await statusOf(order)).toBe('SHIPPED')
  expect(await systemMessagesTo(app, seller)).toHaveLength(1)
  expect(await notificationsOf(app, seller)).toMatchObject([
    { text: '1 × “Drum”, 1 × “Stick” has been received' },
  ])
  expect(await systemMessagesTo(app, other)).toEqual([])
  expectFailure(await from(buyer), 404)
  expectFailure(await confirm(seller, order, { sellerId: seller.id }), 404)
  const done = dataOf(confirmOrder, await from(other))
  expect(done.orderStatus).toBe('COMPLETED')
  expect(done.parcels).toMatchObject([{ state: 'COMPLETED' }, { receivedDate: expect.any(String) }])
  expect(await systemMessagesTo(app, seller)).toHaveLength(1)
})

test('completes each parcel 14 days after its own shipping', async () => {
  const { other, order } = await sent()
  const early = { shipped_at: inDays(app.clock.now(), -14) }
  const parcels = app.deps.db.updateTable('parcels').set(early).where('order_id', '=', order.orderId)
  await parcels.where('seller_id', '=', other.id).execute()
  await completeShipped.run(app.deps, {})
  expect(await statusOf(order)).toBe('SHIPPED')
  expect(await systemMessagesTo(app, other)).toHaveLength(1)
  await parcels.execute()
  await completeShipped.run(app.deps, {})
  expect(await statusOf(order)).toBe('COMPLETED')
})

test('completes an order once on all nodes, 14 days after shipping', async () => {
  const ago = (days: number) => inDays(app.clock.now(), -days)
  const due = await sent({ status: 'SHIPPED', at: ago(14) })
  const young = await sent({ status: 'SHIPPED', at: ago(13.9) })
  const unsent = await sent({ status: 'PROCESSING', at: ago(30) })
  await Promise.all([completeShipped.run(app.deps, {}), completeShipped.run(app.deps, {})])
  await completeShipped.run(app.deps, {})
  expect(await Promise.all([due, young, unsent].map(({ order }) => statusOf(order)))).toEqual([
    'COMPLETED',
    'SHIPPED',
    'PROCESSING',
  ])
  expect(await systemMessagesTo(app, due.buyer)).toEqual([
    expect.stringContaining(`Your order ${due.order.transactionRef} is completed: 14 days`),
  ])
  expect(await systemMessagesTo(app, due.seller)).toHaveLength(1)
  expect(await systemMessagesTo(app, young.seller)).toEqual([])
})
