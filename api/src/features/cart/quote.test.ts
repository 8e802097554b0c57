import { describe, expect, onTestFinished, test } from 'vitest'
import { quoteCart } from '@rootsquare/contract/trade/cart'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { checkOut, fillCart, ordersOf } from '#api/test/builders/orders.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

type Signed = { token: string }
type Choice = { sellerId: number; method: 'PICKUP' | 'DELIVERY' }

const ask = ({ token }: Signed, query: Record<string, string> = {}) =>
  app.call('GET', '/cart/quote', { token, query })
const quote = async (by: Signed, query?: Record<string, string>) => dataOf(quoteCart, await ask(by, query))

const lagosDrum = {
  name: 'Drum',
  price_kobo: 500_000,
  offers_pickup: true,
  state_code: 'NG-LA',
  fee_same_state_kobo: 50_000,
  fee_other_state_kobo: 150_000,
}

/** Builds a cart with two lines of Ada, one of which costs more to send, and a cloth of Bisi without delivery settings. */
async function filledCart() {
  const [buyer, ada, bisi] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, ada, lagosDrum)
  const stick = await buildItem(app, ada, { ...lagosDrum, name: 'Stick', fee_same_state_kobo: 70_050 })
  const cloth = await buildItem(app, bisi, { name: 'Cloth', price_kobo: 120_000 })
  await fillCart(app, buyer, [{ item: drum, count: 2 }, { item: stick }, { item: cloth }])
  return { buyer, ada, bisi, drum }
}

const parcelsOf = (buyer: { id: number }) =>
  app.deps.db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['seller_id', 'method', 'fee_kobo', 'total_kobo'])
    .where('buyer_id', '=', buyer.id)
    .orderBy('parcels.id')
    .execute()

describe('a quote', () => {
  test('charges one fee for each seller, the highest of the lines', async () => {
    const { buyer, ada, bisi } = await filledCart()
    const there = await quote(buyer, { stateCode: 'ng-la' })
    expect(there).toMatchObject({
      sellers: [
        {
          sellerId: ada.id,
          sellerUsername: ada.username,
          lines: [
            { name: 'Drum', count: 2, sellerId: ada.id },
            { name: 'Stick', sellerUsername: ada.username },
          ],
          methods: ['PICKUP', 'DELIVERY'],
          method: 'DELIVERY',
          fee: 700.5,
          leastFee: 700.5,
          subtotal: 15_000,
          stateCode: 'NG-LA',
          pickupOnly: [],
        },
        { sellerId: bisi.id, methods: ['DELIVERY'], fee: 0, subtotal: 1200, stateCode: null },
      ],
      total: 16_900.5,
    })
    for (const query of [undefined, { stateCode: 'NG-EN' }])
      expect(await quote(buyer, query)).toMatchObject({
        sellers: [{ fee: 1500, leastFee: 700.5 }, { fee: 0 }],
        total: 17_700,
      })
    const picked = await quote(buyer, { methods: `${ada.id}:PICKUP,99999999:PICKUP`, stateCode: 'NG-EN' })
    expect(picked).toMatchObject({ sellers: [{ method: 'PICKUP', fee: 0, leastFee: 0 }, {}], total: 16_200 })
  })

  test('leaves out items that cannot be bought', async () => {
    const { buyer, drum } = await filledCart()
    await app.deps.db
      .updateTable('items')
      .set({ stock: 1, fee_other_state_kobo: 900_000 })
      .where('id', '=', drum.id)
      .execute()
    expect(await quote(buyer)).toMatchObject({
      sellers: [{ fee: 1500, subtotal: 5000, lines: [{ available: false }, { available: true }] }, {}],
      total: 7700,
    })
    expect(await quote(await buildMember(app))).toEqual({ sellers: [], total: 0 })
  })

  test('names the seller who does not offer a method', async () => {
    const { buyer, ada, bisi } = await filledCart()
    const no = await ask(buyer, { methods: `${bisi.id}:PICKUP` })
    expectFailure(no, 400, 'METHOD_NOT_OFFERED')
    expect(no.body).toMatchObject({ message: expect.stringContaining(bisi.username) })
    for (const methods of [
      `${ada.id}`,
      `${ada.id}:DRONE`,
      `x:PICKUP`,
      `${ada.id}:PICKUP:1`,
      `${ada.id}:PICKUP,${ada.id}:DELIVERY`,
    ])
      expectFailure(await ask(buyer, { methods }), 400)
    expectFailure(await ask(buyer, { stateCode: 'NG-XX' }), 400)
  })

  test('uses delivery if the lines have no method in common', async () => {
    const [buyer, ada] = [await buildMember(app), await buildMember(app)]
    const pot = await buildItem(app, ada, { ...lagosDrum, name: 'Pot', offers_delivery: false })
    const cloth = await buildItem(app, ada, { price_kobo: 120_000, fee_other_state_kobo: 30_000 })
    await fillCart(app, buyer, [{ item: pot }])
    expect(await quote(buyer)).toMatchObject({
      sellers: [{ methods: ['PICKUP'], method: 'PICKUP', fee: 0, pickupOnly: [] }],
    })
    await fillCart(app, buyer, [{ item: cloth }])
    expect(await quote(buyer)).toMatchObject({
      sellers: [{ methods: ['DELIVERY'], method: 'DELIVERY', fee: 300, pickupOnly: ['Pot'] }],
    })
  })
})

describe('at checkout', () => {
  const order = (buyer: Signed, delivery?: Choice[], more: object = {}) =>
    checkOut(app, buyer, { ...(delivery && { delivery }), ...more })

  test('stores the fees for the shipping state and adds them to the total', async () => {
    const { buyer, ada, bisi } = await filledCart()
    expectFailure(await order(buyer, [], { expectedTotal: 16_200 }), 409, 'PRICE_CHANGED')
    expect(dataOf(checkout, await order(buyer, [], { expectedTotal: 16_900.5 })).totalAmount).toBe(16_900.5)
    expect(await parcelsOf(buyer)).toMatchObject([
      { seller_id: ada.id, method: 'DELIVERY', fee_kobo: 70_050, total_kobo: 1_690_050 },
      { seller_id: bisi.id, method: 'DELIVERY', fee_kobo: 0 },
    ])
  })

  test('stores the current commission with the order', async () => {
    const { buyer } = await filledCart()
    const { payouts } = app.deps.settings
    const before = payouts.commissionPercent
    onTestFinished(() => void (payouts.commissionPercent = before))
    payouts.commissionPercent = 2.5
    dataOf(checkout, await order(buyer))
    expect(await ordersOf(app, buyer)).toMatchObject([{ commission_percent: '2.50' }])
  })

  test('charges nothing for pick-up and chooses the only offered method', async () => {
    const { buyer, ada } = await filledCart()
    const pot = await buildItem(app, await buildMember(app), { ...lagosDrum, offers_delivery: false })
    await fillCart(app, buyer, [{ item: pot }])
    const placed = dataOf(checkout, await order(buyer, [{ sellerId: ada.id, method: 'PICKUP' }]))
    expect(placed.totalAmount).toBe(21_200)
    expect((await parcelsOf(buyer)).map(({ method, fee_kobo }) => [method, fee_kobo])).toEqual([
      ['PICKUP', 0],
      ['DELIVERY', 0],
      ['PICKUP', 0],
    ])
  })

  test('rejects wrong choices of delivery', async () => {
    const { buyer, ada, bisi } = await filledCart()
    const no = await order(buyer, [{ sellerId: bisi.id, method: 'PICKUP' }])
    expectFailure(no, 400, 'METHOD_NOT_OFFERED')
    expect(no.body).toMatchObject({ message: expect.stringContaining(bisi.username) })
    const pickUp = { sellerId: ada.id, method: 'PICKUP' } as const
    expectFailure(await order(buyer, [pickUp, pickUp]), 400)
    expectFailure(await order(buyer, [{ sellerId: 99_999_999, method: 'DELIVERY' }]), 400)
    for (const delivery of [[{ sellerId: ada.id }], [{ ...pickUp, method: 'DRONE' }]])
      expectFailure(await checkOut(app, buyer, { delivery }), 400)
    expect(await ordersOf(app, buyer)).toEqual([])
  })
})
