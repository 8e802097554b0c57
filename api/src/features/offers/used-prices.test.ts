import { describe, expect, test } from 'vitest'
import { addToCart } from '@rootsquare/contract/trade/cart'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember, buildMembers, type Member } from '#api/test/builders/members.ts'
import { buildOffer } from '#api/test/builders/offers.ts'
import { checkOut } from '#api/test/builders/orders.ts'
import {
  cancel,
  decideHeld,
  initiate,
  refundsOf,
  startWithProvider,
  statusOf,
  verify,
} from '#api/test/builders/payments.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { openTransaction, untilWaiting } from '#api/test/waiting.ts'

const { app, provider } = await startWithProvider()
const { db } = app.deps

type Sides = { buyer: Member; seller: Member; item: { id: number } }
type Order = { orderId: number; transactionRef: string; totalAmount: number }

/** An item of ₦5,000.00 whose seller has accepted the buyer's offer of ₦4,500.00. */
async function accepted() {
  const [buyer, seller] = await buildMembers(app, 2)
  const item = await buildItem(app, seller, { price_kobo: 500_000, stock: 9 })
  const sale: Sides = { buyer, seller, item }
  return { ...sale, offerId: await accept(sale, 450_000) }
}

const accept = ({ buyer, seller, item }: Sides, price_kobo: number) =>
  buildOffer(app, buyer, seller, {
    item_id: item.id,
    price_kobo,
    state: 'ACCEPTED',
    decided_at: app.clock.now(),
    valid_until: inHours(app.clock.now(), 24),
  })

/** An order of the item whose payment page is open. */
async function ordered({ buyer, item }: Sides): Promise<Order> {
  const body = { itemId: item.id, count: 1 }
  dataOf(addToCart, await app.call('POST', '/cart/add', { token: buyer.token, body }))
  const order = dataOf(checkout, await checkOut(app, buyer))
  expectOk(await initiate(app, buyer, order))
  return order
}

async function canceled(sale: Sides): Promise<Order> {
  const order = await ordered(sale)
  expectOk(await cancel(app, sale.buyer, order))
  return order
}

async function pay(buyer: Member, order: Order): Promise<string> {
  provider.pay(order.transactionRef)
  expectOk(await verify(app, buyer, order))
  return statusOf(app, order)
}

const offersOf = ({ buyer }: Sides) =>
  db
    .selectFrom('offers')
    .select(['price_kobo', 'state'])
    .where('buyer_id', '=', buyer.id)
    .orderBy('id')
    .execute()
const statesOf = async (sale: Sides) => (await offersOf(sale)).map(({ state }) => state)

describe('a payment after the end of its order', () => {
  test('uses the accepted price again', async () => {
    const sale = await accepted()
    const order = await canceled(sale)
    expect([order.totalAmount, await statesOf(sale)]).toEqual([4500, ['ACCEPTED']])
    expect(await pay(sale.buyer, order)).toBe('PROCESSING')
    expect(await statesOf(sale)).toEqual(['USED'])
    expect((await ordered(sale)).totalAmount).toBe(5000)
  })

  test.each(['unpaid', 'paid'])('is refunded if a newer order, %s, has the price', async (how) => {
    const sale = await accepted()
    const old = await canceled(sale)
    const newer = await ordered(sale)
    expect(newer.totalAmount).toBe(4500)
    if (how === 'paid') expect(await pay(sale.buyer, newer)).toBe('PROCESSING')
    expect(await pay(sale.buyer, old)).toBe('CANCELED')
    expect(await refundsOf(app, old)).toMatchObject([{ amount_kobo: 450_000 }])
    if (how === 'unpaid') expect(await pay(sale.buyer, newer)).toBe('PROCESSING')
    expect(await refundsOf(app, newer)).toEqual([])
    expect(await statesOf(sale)).toEqual(['USED'])
  })

  test('takes its order up again if the newer order has ended too', async () => {
    const sale = await accepted()
    const old = await canceled(sale)
    await canceled(sale)
    await db.updateTable('offers').set({ state: 'LAPSED' }).where('id', '=', sale.offerId).execute()
    expect(await pay(sale.buyer, old)).toBe('PROCESSING')
    expect(await statesOf(sale)).toEqual(['USED'])
  })

  test('leaves the price as it was if the stock is sold', async () => {
    const sale = await accepted()
    const order = await canceled(sale)
    await db.updateTable('items').set({ stock: 0 }).where('id', '=', sale.item.id).execute()
    expect(await pay(sale.buyer, order)).toBe('CANCELED')
    expect(await statesOf(sale)).toEqual(['ACCEPTED'])
  })

  test('counts for one of two orders whose payments arrive at once', async () => {
    const sale = await accepted()
    const orders = [await canceled(sale), await canceled(sale)]
    const { commit } = await lockOffers(sale)
    const paying = orders.map((order) => pay(sale.buyer, order))
    await untilWaiting(app, 2)
    await commit()
    await Promise.all(paying)
    const states = await Promise.all(orders.map((order) => statusOf(app, order)))
    expect(states.toSorted()).toEqual(['CANCELED', 'PROCESSING'])
    const refunds = await Promise.all(orders.map((order) => refundsOf(app, order)))
    expect(refunds.flat()).toMatchObject([{ amount_kobo: 450_000 }])
  })
})

const lockOffers = ({ buyer }: Sides) =>
  openTransaction(app, 'select from offers where buyer_id = $1 for no key update', [buyer.id])

describe('two orders at accepted prices', () => {
  test('that end at once give one price back', async () => {
    const sale = await accepted()
    const first = await ordered(sale)
    await accept(sale, 400_000)
    const second = await ordered(sale)
    const { commit } = await lockOffers(sale)
    const ending = [first, second].map((order) => cancel(app, sale.buyer, order))
    await untilWaiting(app, 2)
    await commit()
    for (const answer of await Promise.all(ending)) expectOk(answer)
    expect((await statesOf(sale)).toSorted()).toEqual(['ACCEPTED', 'USED'])
  })

  test('give back the price that each has used', async () => {
    const sale = await accepted()
    const first = await ordered(sale)
    await accept(sale, 450_000)
    const second = await ordered(sale)
    expectOk(await cancel(app, sale.buyer, second))
    expect(await statesOf(sale)).toEqual(['USED', 'ACCEPTED'])
    expectOk(await cancel(app, sale.buyer, first))
    expect(await statesOf(sale)).toEqual(['USED', 'ACCEPTED'])
  })
})

test('gives the price back if staff refund a held payment', async () => {
  const sale = await accepted()
  const admin = await buildMember(app, { role: 'ADMIN' })
  const order = await ordered(sale)
  provider.pay(order.transactionRef, { amount: 5000 })
  expectOk(await verify(app, sale.buyer, order))
  expectOk(await decideHeld(app, admin, order, 'refund'))
  expect([await statusOf(app, order), await statesOf(sale)]).toEqual(['FAILED', ['ACCEPTED']])
})
