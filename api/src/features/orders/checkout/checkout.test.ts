import type { Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { maxAddresses } from '@rootsquare/contract/addresses'
import { checkout } from '@rootsquare/contract/trade/checkout'
import type { Tables } from '#api/db/schema.ts'
import { inDays, inMinutes } from '#api/ports/clock/clock.ts'
import { buildBlock, buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import {
  buildAddress,
  buildOrder,
  checkOut,
  fillCart,
  newAddress,
  orderAddress,
  ordersOf,
  stockOf,
} from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { insertRows } from '#api/test/rows.ts'

type Member = Awaited<ReturnType<typeof buildMember>>
const app = await sharedApp()
const seller = await buildMember(app)

const cartOf = ({ id }: { id: number }) =>
  app.deps.db
    .selectFrom('cart_lines')
    .select(['item_id', 'count'])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()
const addressesOf = ({ id }: { id: number }) =>
  app.deps.db.selectFrom('addresses').selectAll().where('member_id', '=', id).orderBy('id').execute()
const linesOf = (orderId: number) =>
  app.deps.db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
const changeItem = ({ id }: { id: number }, columns: Updateable<Tables['items']>) =>
  app.deps.db.updateTable('items').set(columns).where('id', '=', id).execute()

async function buyerOf(...orderLines: Parameters<typeof fillCart>[2]): Promise<Member> {
  const buyer = await buildMember(app)
  if (orderLines.length > 0) await fillCart(app, buyer, orderLines)
  return buyer
}

/** Expects that nothing was ordered, taken from the stock or removed from the cart. */
async function expectUntouched(buyer: Member, cart: Awaited<ReturnType<typeof cartOf>>) {
  expect(await ordersOf(app, buyer)).toEqual([])
  expect(await addressesOf(buyer)).toEqual([])
  expect(await cartOf(buyer)).toEqual(cart)
}

describe('a checkout', () => {
  test('copies the items into the order, takes the stock and empties the cart', async () => {
    const other = await buildMember(app)
    const pictures = { image_url: '/media/a.webp', thumbnail_url: '/media/a-small.webp' }
    const wrapper = await buildItem(app, seller, { ...pictures, price_kobo: 1_999, stock: 5 })
    const drum = await buildItem(app, other, { name: 'Drum', price_kobo: 100_000_001, stock: 1 })
    const buyer = await buyerOf({ item: drum }, { item: wrapper, count: 3 })
    const answer = dataOf(checkout, await checkOut(app, buyer, { expectedTotal: 1_000_059.98 }))
    expect(answer).toEqual({
      orderId: expect.any(Number),
      transactionRef: expect.stringMatching(/^RS-[A-Z2-7]{20}$/),
      totalAmount: 1_000_059.98,
    })
    const [order] = await ordersOf(app, buyer)
    expect(order).toMatchObject({
      id: answer.orderId,
      transaction_ref: answer.transactionRef,
      status: 'PENDING',
      total_kobo: 100_005_998,
      phone_number: '08031234567',
      billing_address: orderAddress,
      shipping_address: orderAddress,
      paid_at: null,
    })
    expect(order?.expires_at).toEqual(inMinutes(order?.created_at ?? new Date(0), 60))
    expect(await linesOf(answer.orderId)).toMatchObject([
      { item_id: drum.id, seller_id: other.id, name: 'Drum', unit_price_kobo: 100_000_001, quantity: 1 },
      { item_id: wrapper.id, seller_id: seller.id, ...pictures, quantity: 3, total_kobo: 5_997 },
    ])
    expect([await stockOf(app, wrapper), await stockOf(app, drum)]).toEqual([2, 0])
    expect(await cartOf(buyer)).toEqual([])
  })

  test('uses the current price, and ignores what the client sends', async () => {
    const item = await buildItem(app, seller, { price_kobo: 100_000 })
    const buyer = await buyerOf({ item })
    await changeItem(item, { price_kobo: 80_000 })
    const lie = { price: 1, total: 1, totalAmount: 1, orderStatus: 'COMPLETED', buyerId: seller.id }
    expect(dataOf(checkout, await checkOut(app, buyer, lie)).totalAmount).toBe(800)
    expect(await ordersOf(app, buyer)).toMatchObject([{ total_kobo: 80_000, status: 'PENDING' }])
  })

  test('stores one line for an item that two tabs add', async () => {
    const item = await buildItem(app, seller, { stock: 1 })
    const buyer = await buyerOf()
    const { token } = buyer
    const add = (count: number) =>
      app.call('POST', '/cart/add', { token, body: { itemId: item.id, count, price: 0.01 } })
    await Promise.all([add(1), add(1)])
    expectFailure(await add(2), 409, 'OUT_OF_STOCK')
    const { orderId } = dataOf(checkout, await checkOut(app, buyer))
    expect(await linesOf(orderId)).toMatchObject([{ quantity: 1 }])
    expect(await stockOf(app, item)).toBe(0)
  })
})

describe('addresses', () => {
  test('uses saved addresses by their ids and saves nothing again', async () => {
    const buyer = await buyerOf({ item: await buildItem(app, seller) })
    const billingAddressId = await buildAddress(app, buyer)
    const shippingAddressId = await buildAddress(app, buyer, { street_number: '7', unit_number: '4B' })
    const overrides = { useBillingAddressForShipping: false, billingAddress: undefined }
    dataOf(
      checkout,
      await checkOut(app, buyer, {
        ...overrides,
        billingAddressId,
        shippingAddressId,
        shippingAddress: null,
      }),
    )
    expect(await ordersOf(app, buyer)).toMatchObject([
      {
        billing_address: orderAddress,
        shipping_address: { ...orderAddress, streetNumber: '7', unitNumber: '4B' },
      },
    ])
    expect(await addressesOf(buyer)).toHaveLength(2)
  })

  test('saves a new address once, if there is room', async () => {
    const buyer = await buyerOf({ item: await buildItem(app, seller) })
    await buildAddress(app, buyer)
    const shippingAddress = { ...newAddress, cityCode: 'ng-oy', lgaCode: 'NG-OY-SURULERE', postalCode: '' }
    const overrides = { useBillingAddressForShipping: false, shippingAddress }
    dataOf(checkout, await checkOut(app, buyer, overrides))
    expect(await addressesOf(buyer)).toMatchObject([
      { state_code: 'NG-LA' },
      { state_code: 'NG-OY', lga_code: 'NG-OY-SURULERE', postal_code: null },
    ])
    const [order] = await ordersOf(app, buyer)
    expect(order?.shipping_address).toMatchObject({ city: 'Oyo', cityCode: 'NG-OY', lga: 'Surulere' })
    for (let n = 2; n < maxAddresses; n += 1) await buildAddress(app, buyer, { street_number: `${n}` })
    await fillCart(app, buyer, [{ item: await buildItem(app, seller) }])
    const another = { billingAddress: { ...newAddress, streetNumber: '900' } }
    dataOf(checkout, await checkOut(app, buyer, another))
    expect(await addressesOf(buyer)).toHaveLength(maxAddresses)
  })

  test('rejects an address of another member or with a wrong LGA by its field', async () => {
    const buyer = await buyerOf({ item: await buildItem(app, seller) })
    const cart = await cartOf(buyer)
    const foreign = await buildAddress(app, seller)
    const refused = async (overrides: Record<string, unknown>) =>
      Object.keys(expectFailure(await checkOut(app, buyer, overrides), 400, 'INVALID').fields ?? {})
    const apart = { useBillingAddressForShipping: false }
    expect(await refused({ billingAddressId: foreign })).toEqual(['billingAddressId'])
    expect(await refused({ ...apart, shippingAddressId: foreign })).toEqual(['shippingAddressId'])
    expect(await refused(apart)).toEqual(['shippingAddress'])
    expect(await refused({ billingAddress: null })).toEqual(['billingAddress'])
    const elsewhere = { ...newAddress, lgaCode: 'NG-AB-ABA-NORTH' }
    expect(await refused({ billingAddress: elsewhere })).toEqual(['billingAddress.lgaCode'])
    const unknown = { ...newAddress, cityCode: 'NG-XX' }
    expect(await refused({ ...apart, shippingAddress: unknown })).toEqual(['shippingAddress.cityCode'])
    expect(await refused({ phoneNumber: '' })).toEqual(['phoneNumber'])
    await expectUntouched(buyer, cart)
  })
})

describe('a rejected checkout changes nothing', () => {
  test('rejects an empty cart and the buyer’s own item', async () => {
    const buyer = await buyerOf()
    expect(expectFailure(await checkOut(app, buyer), 400).message).toBe('Your cart is empty.')
    await fillCart(app, buyer, [{ item: await buildItem(app, buyer) }])
    expect(expectFailure(await checkOut(app, buyer), 400).message).toContain('your own item')
  })

  test('names all items that cannot be bought', async () => {
    const now = app.clock.now()
    const [suspended, blocking, blocked] = [
      await buildMember(app),
      await buildMember(app),
      await buildMember(app),
    ]
    const named = (name: string, by: Member = seller, more: Updateable<Tables['items']> = {}) =>
      buildItem(app, by, { name, price_kobo: 10_000, stock: 3, ...more })
    const fine = await named('Fine')
    const short = await named('Short')
    const gone = await named('Gone')
    const edited = await named('Edited')
    const others = [
      await named('Suspended', suspended),
      await named('Blocking', blocking),
      await named('Blocked', blocked),
    ]
    const all = [fine, short, gone, edited, ...others]
    const buyer = await buyerOf(...all.map((item) => ({ item, count: 2 })))
    const cart = await cartOf(buyer)
    await changeItem(short, { stock: 1 })
    await changeItem(gone, { stock: 0 })
    await changeItem(edited, { name: 'Unseen', is_approved: false })
    await app.deps.db
      .updateTable('members')
      .set({ suspended_until: inDays(now, 1) })
      .where('id', '=', suspended.id)
      .execute()
    await buildBlock(app, blocking, buyer)
    await buildBlock(app, buyer, blocked)
    const { message } = expectFailure(await checkOut(app, buyer), 409, 'OUT_OF_STOCK')
    expect(message).toContain('only 1 left of Short')
    expect(message).toContain('Gone is out of stock')
    for (const name of ['Edited', 'Suspended', 'Blocking', 'Blocked']) expect(message).toContain(name)
    expect(message).not.toMatch(/Fine|Unseen/)
    expect(await stockOf(app, fine)).toBe(3)
    await expectUntouched(buyer, cart)
  })

  test('names a sold-out item and leaves the cart as it is', async () => {
    const item = await buildItem(app, seller, { stock: 1 })
    const [first, second] = [await buyerOf({ item }), await buyerOf({ item })]
    dataOf(checkout, await checkOut(app, second))
    expect(expectFailure(await checkOut(app, first), 409, 'OUT_OF_STOCK').message).toContain(item.name)
    await expectUntouched(first, [{ item_id: item.id, count: 1 }])
  })

  test('rejects a total that differs from the expected one', async () => {
    const item = await buildItem(app, seller, { price_kobo: 100_000 })
    const buyer = await buyerOf({ item })
    await changeItem(item, { price_kobo: 123_456 })
    const failure = expectFailure(await checkOut(app, buyer, { expectedTotal: 1000 }), 409, 'PRICE_CHANGED')
    expect(failure.message).toContain('₦1,234.56')
    await expectUntouched(buyer, [{ item_id: item.id, count: 1 }])
    dataOf(checkout, await checkOut(app, buyer, { expectedTotal: 1234.56 }))
  })

  test('rejects a total below the minimum or above the maximum', async () => {
    const priced = async (price_kobo: number, count: number) => {
      const item = await buildItem(app, seller, { price_kobo, stock: 1_000_000 })
      const buyer = await buyerOf({ item, count })
      return checkOut(app, buyer)
    }
    const small = expectFailure(await priced(4_999, 1), 400, 'TOTAL_TOO_SMALL')
    expect(small.message).toContain('₦50.00')
    expectFailure(await priced(50_000_000_001, 2), 400, 'TOTAL_TOO_LARGE')
    expectFailure(await priced(100_000_000_000, 1_000_000), 400, 'TOTAL_TOO_LARGE')
    expect(dataOf(checkout, await priced(2_500, 2)).totalAmount).toBe(50)
    expect(dataOf(checkout, await priced(50_000_000_000, 2)).totalAmount).toBe(1_000_000_000)
  })

  test('rejects an item that was ordered three times in a day without paying', async () => {
    const item = await buildItem(app, seller, { stock: 9 })
    const buyer = await buyerOf()
    const at = inDays(app.clock.now(), -0.5)
    for (const when of [inDays(at, -1), at, app.clock.now()])
      await buildOrder(app, buyer, [{ item }], { status: 'FAILED', at: when })
    await buildOrder(app, buyer, [{ item }], { status: 'CANCELED' })
    await fillCart(app, buyer, [{ item }])
    dataOf(checkout, await checkOut(app, buyer))
    for (const when of [app.clock.now(), inDays(at, -0.1)])
      await buildOrder(app, buyer, [{ item }], { status: 'FAILED', at: when })
    await fillCart(app, buyer, [{ item }])
    const answer = await checkOut(app, buyer)
    expect(expectFailure(answer, 429, 'UNPAID_TOO_OFTEN').message).toContain(item.name)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(43_000)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(43_200)
    const other = await buyerOf({ item })
    dataOf(checkout, await checkOut(app, other))
  })

  test('counts a canceled order by the time for which it blocked the stock', async () => {
    const item = await buildItem(app, seller, { stock: 9 })
    const canceledAfter = async (...times: number[]) => {
      const buyer = await buyerOf({ item })
      for (const minutes of times) {
        const { orderId } = await buildOrder(app, buyer, [{ item }], { status: 'CANCELED' })
        const created_at = inMinutes(app.clock.now(), -minutes)
        await app.deps.db.updateTable('orders').set({ created_at }).where('id', '=', orderId).execute()
      }
      return checkOut(app, buyer)
    }
    expectFailure(await canceledAfter(16, 16, 16), 429, 'UNPAID_TOO_OFTEN')
    expectFailure(await canceledAfter(14.8, 14.8, 14.8, 14.8), 429, 'UNPAID_TOO_OFTEN')
    // The clock was set back while the second was open.
    expectFailure(await canceledAfter(16, -120, 16, 16), 429, 'UNPAID_TOO_OFTEN')
    dataOf(checkout, await canceledAfter(14.8, 14.8, 14.8))
    dataOf(checkout, await canceledAfter(120, 120))
    dataOf(checkout, await canceledAfter(...Array<number>(12).fill(1)))
  })

  test.each([
    ['of which nobody paid', null, 429],
    ['that was refunded', 1000, 200],
  ])('counts orders with a payment page %s: %#', async (_, paid_kobo, status) => {
    const item = await buildItem(app, seller, { stock: 9 })
    const buyer = await buyerOf({ item })
    for (const number of [1, 2, 3]) {
      const { orderId } = await buildOrder(app, buyer, [{ item }], { status: 'FAILED' })
      const page = {
        reference: `RS-PAGE-${orderId}`,
        order_id: orderId,
        number,
        amount_kobo: 1000,
        paid_kobo,
      }
      await insertRows(app.deps.db, 'payment_attempts', { ...page, created_at: app.clock.now() })
    }
    expect((await checkOut(app, buyer)).status).toBe(status)
  })
})
