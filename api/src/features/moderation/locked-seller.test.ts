import { beforeEach, describe, expect, test } from 'vitest'
import { getAdminOrder, listAdminOrders } from '@rootsquare/contract/trade/admin-orders'
import {
  refundLockedSeller,
  refundLockedSellersNightly,
} from '#api/features/orders/fulfilment/refund-locked-seller.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, mailsTo, systemMessagesTo, type Member } from '#api/test/builders/members.ts'
import { ban, suspend, unsuspend } from '#api/test/builders/moderation.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { buildOrder, stockOf } from '#api/test/builders/orders.ts'
import { attemptsOf, initiate, refundsOf, startWithProvider, verify } from '#api/test/builders/payments.ts'
import { moneyOf } from '#api/test/builders/payouts.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps
const admin = await buildMember(app, { role: 'ADMIN' })

let seller: Member
let buyer: Member
beforeEach(async () => {
  seller = await buildMember(app)
  buyer = await buildMember(app)
})

/** Builds an order of a drum for ₦1,000.00 and a stick for ₦500.00 in one parcel, with a fee of ₦300.00. */
async function bought(status: 'PENDING' | 'PROCESSING' | 'SHIPPED' = 'PROCESSING') {
  const drum = await buildItem(app, seller, { name: 'Drum', price_kobo: 100_000, stock: 5 })
  const stick = await buildItem(app, seller, { name: 'Stick', price_kobo: 50_000 })
  const order = await buildOrder(app, buyer, [{ item: drum }, { item: stick }], { status, feeKobo: 30_000 })
  return { ...order, drum }
}
type Bought = Awaited<ReturnType<typeof bought>>

const ship = (lineId = 0) =>
  app.call('PATCH', `/cart/seller/order/${lineId}`, { token: seller.token, body: { state: 'SHIPPED' } })
const seen = async ({ orderId }: Bought) =>
  dataOf(getAdminOrder, await app.call('GET', `/orders/admin/${orderId}`, { token: admin.token }))
const statesOf = async (order: Bought) => (await seen(order)).orderItemList.map(({ state }) => state)
const refunded = async (order: Bought) =>
  (await refundsOf(app, order)).reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
const isListed = async ({ orderId }: Bought) => {
  const query = { problem: 'SELLER_LOCKED', sellerId: seller.id }
  const found = await app.call('GET', '/orders/admin', { token: admin.token, query })
  return dataOf(listAdminOrders, found).content.some((one) => one.orderId === orderId)
}

describe.each([
  ['a ban', () => ban(app, admin, seller)],
  ['a suspension of 14 days', () => suspend(app, admin, seller, { days: 14 })],
])('%s of a seller', (_, lock) => {
  test('refunds what was not shipped, with the fee, and tells both sides', async () => {
    const order = await bought()
    const stock = await stockOf(app, order.drum)
    expectOk(await lock())
    await app.runJobs()
    expect(await statesOf(order)).toEqual(['CANCELED', 'CANCELED'])
    expect(await refunded(order)).toBe(180_000)
    expect(await stockOf(app, order.drum)).toBe(stock + 1)
    expect(await moneyOf(app, seller)).toEqual({ held: 0, available: 0, onTheWay: 0 })
    const goods = '1 × “Drum”, 1 × “Stick” of your order'
    const [message] = (await systemMessagesTo(app, buyer)).filter((text) => text.includes(goods))
    expect(message).toContain(`The seller can no longer send ${goods}`)
    expect(message).toContain('₦1,800.00 is on its way back to you.')
    expect((await notificationsOf(app, buyer))[0]?.text).toContain('has been canceled')
    const mails = (await mailsTo(app, buyer.email)).filter(({ subject }) => subject.startsWith('A refund'))
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('1 × Stick: ₦800.00 with delivery.'),
    ])
    const told = (await mailsTo(app, seller.email)).filter(({ subject }) => subject.startsWith('A sale of'))
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('1 × Drum')])
    expect(await isListed(order)).toBe(false)
    expect(await checkLedger(db)).toEqual([])
  })

  test('lets go on what was shipped, and lists it until it is settled', async () => {
    const order = await bought()
    expectOk(await ship(order.lineIds[0]))
    const other = await bought('SHIPPED')
    expect(await isListed(other)).toBe(false)
    expectOk(await lock())
    await app.runJobs()
    expect(await statesOf(order)).toEqual(['SHIPPED', 'CANCELED'])
    expect(await refunded(order)).toBe(50_000)
    expect(await isListed(order)).toBe(true)
    expect((await seen(other)).problems).toEqual(['SELLER_LOCKED'])
    const received = `/cart/order/${other.orderId}/received`
    expectOk(await app.call('PATCH', received, { token: buyer.token }))
    const now = app.clock.now()
    await db
      .updateTable('order_lines')
      .set({ released_at: now })
      .where('order_id', '=', other.orderId)
      .execute()
    expect(await isListed(other)).toBe(false)
  })

  test('refunds a payment that comes later', async () => {
    const order = await bought('PENDING')
    expectOk(await initiate(app, buyer, order))
    expectOk(await lock())
    await app.runJobs()
    expect(await statesOf(order)).toEqual(['PENDING', 'PENDING'])
    const [attempt] = await attemptsOf(app, order)
    provider.pay(attempt?.reference ?? '')
    expectOk(await verify(app, buyer, order))
    await app.runJobs()
    expect(await statesOf(order)).toEqual(['CANCELED', 'CANCELED'])
    expect(await refunded(order)).toBe(180_000)
  })

  test('ends the same in a race with shipping and a refund by the buyer', async () => {
    const order = await bought()
    const [drumLine = 0, stickLine = 0] = order.lineIds
    const refund = { orderLineId: stickLine, reason: 'Locked' }
    await Promise.all([lock(), ship(drumLine), app.runJobs()])
    await Promise.all([
      refundLockedSeller.run(app.deps, { memberId: seller.id }),
      refundLockedSeller.run(app.deps, { memberId: seller.id }),
      app.call('POST', `/cart/order/${order.orderId}/refund`, { token: buyer.token, body: refund }),
    ])
    const states = await statesOf(order)
    expect(states[1]).toBe('CANCELED')
    expect(await refunded(order)).toBe(states[0] === 'SHIPPED' ? 50_000 : 180_000)
    expect(await checkLedger(db)).toEqual([])
  })
})

test('a suspension of 7 days changes nothing, until a ban follows', async () => {
  const order = await bought()
  const shipped = await bought('SHIPPED')
  expectOk(await suspend(app, admin, seller, { days: 7 }))
  await app.runJobs()
  await refundLockedSeller.run(app.deps, { memberId: seller.id })
  expect(await statesOf(order)).toEqual(['PROCESSING', 'PROCESSING'])
  expect(await isListed(shipped)).toBe(false)
  expectOk(await ban(app, admin, seller))
  await app.runJobs()
  expect(await refunded(order)).toBe(180_000)
})

test('the nightly job refunds sales of a seller who was banned by hand', async () => {
  const order = await bought()
  await db.updateTable('members').set({ banned_at: app.clock.now() }).where('id', '=', seller.id).execute()
  await app.runJobs()
  expect(await refunded(order)).toBe(0)
  await refundLockedSellersNightly.run(app.deps, {})
  await app.runJobs()
  expect(await refunded(order)).toBe(180_000)
})

test('a suspension that was lifted before the job runs refunds nothing', async () => {
  const order = await bought()
  expectOk(await suspend(app, admin, seller, { days: 30 }))
  expectOk(await unsuspend(app, admin, seller))
  await app.runJobs()
  expect(await statesOf(order)).toEqual(['PROCESSING', 'PROCESSING'])
})

test('leaves the lines of other sellers in the same order', async () => {
  const other = await buildMember(app)
  const items = [await buildItem(app, seller), await buildItem(app, other)]
  const order = await buildOrder(
    app,
    buyer,
    items.map((item) => ({ item })),
    { status: 'PROCESSING', feeKobo: 1000 },
  )
  expectOk(await ban(app, admin, seller))
  await app.runJobs()
  const { orderItemList } = dataOf(
    getAdminOrder,
    await app.call('GET', `/orders/admin/${order.orderId}`, { token: admin.token }),
  )
  expect(orderItemList.map(({ state }) => state)).toEqual(['CANCELED', 'PROCESSING'])
})
