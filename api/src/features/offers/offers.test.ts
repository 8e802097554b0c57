import { describe, expect, test } from 'vitest'
import { addToCart, getCart } from '@rootsquare/contract/trade/cart'
import { Message } from '@rootsquare/contract/messages'
import { createOffer, decideOffer } from '@rootsquare/contract/trade/offers'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { buildItem, remove } from '#api/test/builders/market.ts'
import { buildBlock, buildMember, updateMember, type Member } from '#api/test/builders/members.ts'
import { conversation, unread } from '#api/test/builders/messages.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { checkOut } from '#api/test/builders/orders.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { listen, openPage } from '#api/test/events.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring, openTransaction, untilWaiting } from '#api/test/waiting.ts'
import { lapseOffers } from './jobs.ts'

const app = await sharedApp()

const noneCan = { accept: false, decline: false, withdraw: false }

/** Builds an item for ₦5,000.00 with a stock of three. */
async function onSale(overrides: Parameters<typeof buildItem>[2] = {}) {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const item = await buildItem(app, seller, { name: 'Indigo wrapper', price_kobo: 500_000, ...overrides })
  return { buyer, seller, item }
}

const ask = ({ token }: Member, item: { id: number }, body: unknown = { price: 4500 }) =>
  app.call('POST', `/items/${item.id}/offers`, { token, body })

async function offered(buyer: Member, item: { id: number }, price = 4500) {
  const { offer, ...message } = dataOf(createOffer, await ask(buyer, item, { price }))
  if (!offer) throw new Error('The message shows no offer.')
  return { ...message, offer }
}

const decide = ({ token }: Member, { offer }: { offer: { id: number } }, state: unknown) =>
  app.call('PATCH', `/offers/${offer.id}`, { token, body: { state } })

const hoursLeft = ({ validUntil }: { validUntil: string }) =>
  (Date.parse(validUntil) - app.clock.now().getTime()) / 3_600_000

/** Moves the times of offers instead of the clock, because a session would end before an offer. */
async function endTime({ offer }: { offer: { id: number } }): Promise<void> {
  const ended = app.deps.db.updateTable('offers').set({ valid_until: app.clock.now() })
  await ended.where('id', '=', offer.id).execute()
}

async function accepted(overrides: Parameters<typeof buildItem>[2] = {}) {
  const all = await onSale(overrides)
  const made = await offered(all.buyer, all.item)
  expectOk(await decide(all.seller, made, 'ACCEPTED'))
  return { ...all, made }
}

const putInCart = async ({ token }: Member, item: { id: number }, count = 1) =>
  dataOf(addToCart, await app.call('POST', '/cart/add', { token, body: { itemId: item.id, count } }))
const cartOf = async ({ token }: Member) => dataOf(getCart, await app.call('GET', '/cart', { token }))
const stateOf = async (reader: Member, other: Member) =>
  (await conversation(app, reader, other)).content.map(({ offer }) => offer?.state)

describe('a buyer offers a price', () => {
  test('with a message that shows each side what they may do', async () => {
    const { buyer, seller, item } = await onSale()
    const page = await listen(app, seller)
    const made = await offered(buyer, item)
    expect(made).toMatchObject({ message: 'I offer ₦4,500.00 for “Indigo wrapper”.', item: { id: item.id } })
    const shown = { itemId: item.id, itemName: 'Indigo wrapper', thumbnail: null, price: 4500, state: 'OPEN' }
    expect(made.offer).toMatchObject({ ...shown, can: { ...noneCan, withdraw: true } })
    expect(hoursLeft(made.offer)).toBeCloseTo(7 * 24, 1)
    const [event] = await page.untilNamed('message')
    const forSeller = { ...shown, id: made.offer.id, can: { accept: true, decline: true, withdraw: false } }
    expect(Message.parse(event?.data).offer).toMatchObject(forSeller)
    await page.hangUp()
    expect((await conversation(app, seller, buyer)).content).toMatchObject([{ offer: forSeller }])
    expect(await unread(app, seller)).toBe(1)
  })

  test('and a new offer replaces the open one', async () => {
    const { buyer, seller, item } = await onSale()
    const first = await offered(buyer, item, 3000)
    const second = await offered(buyer, item, 3500)
    expect(await stateOf(seller, buyer)).toEqual(['OPEN', 'WITHDRAWN'])
    expectFailure(await decide(seller, first, 'ACCEPTED'), 409, 'NOT_OPEN')
    expectOk(await decide(seller, second, 'ACCEPTED'))
    expectFailure(await ask(buyer, item, { price: 1000 }), 409, 'OFFER_ACCEPTED')
    expect(await stateOf(seller, buyer)).toEqual(['ACCEPTED', 'WITHDRAWN'])
  })

  test('and ten offers at once leave one open', async () => {
    const { buyer, seller, item } = await onSale()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(buyer, item)))
    for (const answer of answers) expectOk(answer)
    const states = await stateOf(seller, buyer)
    expect([states.length, states.filter((state) => state === 'OPEN').length]).toEqual([10, 1])
  })

  test.each([
    ['a part of a kobo', { price: 10.005 }],
    ['today’s price', { price: 5000 }],
    ['more than today’s price', { price: 5000.01 }],
  ])('but not %s', async (_, body) => {
    const { buyer, item } = await onSale()
    expect(expectFailure(await ask(buyer, item, body), 400).fields).toHaveProperty('price')
  })

  test('only for an item on sale of another seller', async () => {
    const { buyer, seller, item } = await onSale()
    expectFailure(await ask(seller, item), 400)
    expectFailure(await ask(buyer, { id: item.id + 100_000 }), 404)
    expectFailure(await ask(buyer, await buildItem(app, seller, { is_approved: false })), 404)
    expectFailure(await ask(buyer, await buildItem(app, seller, { stock: 0 })), 409, 'OUT_OF_STOCK')
    expectOk(await remove(app, seller, item.id))
    expectFailure(await ask(buyer, item), 404)
  })

  test('but not across a block', async () => {
    for (const isByBuyer of [true, false]) {
      const { buyer, seller, item } = await onSale()
      await (isByBuyer ? buildBlock(app, buyer, seller) : buildBlock(app, seller, buyer))
      expectFailure(await ask(buyer, item), 404)
    }
  })
})

describe('an open offer', () => {
  test.each(['ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const)(
    'is %s once, and the other side is notified',
    async (state) => {
      const { buyer, seller, item } = await onSale()
      const made = await offered(buyer, item)
      const [by, other] = state === 'WITHDRAWN' ? [buyer, seller] : [seller, buyer]
      const page = await listen(app, other)
      const decided = dataOf(decideOffer, await decide(by, made, state))
      expect(decided).toMatchObject({ chatId: made.chatId, offer: { state, can: noneCan } })
      const [event] = await page.untilNamed('message')
      expect(Message.parse(event?.data)).toMatchObject({
        chatId: made.chatId,
        offer: { state, can: noneCan },
      })
      await page.hangUp()
      expect(await notificationsOf(app, other)).toMatchObject([
        { kind: 'ORDER', target: { type: 'item', id: item.id }, text: expect.stringContaining('₦4,500.00') },
      ])
      expectFailure(await decide(by, made, state), 409, 'NOT_OPEN')
    },
  )

  test('can be decided by the right side only', async () => {
    const { buyer, seller, item } = await onSale()
    const made = await offered(buyer, item)
    expectFailure(await decide(buyer, made, 'ACCEPTED'), 403)
    expectFailure(await decide(buyer, made, 'DECLINED'), 403)
    expectFailure(await decide(seller, made, 'WITHDRAWN'), 403)
    expectFailure(await decide(await buildMember(app), made, 'ACCEPTED'), 404)
    expectFailure(await decide(seller, { offer: { id: made.offer.id + 100_000 } }, 'ACCEPTED'), 404)
    expect(await stateOf(seller, buyer)).toEqual(['OPEN'])
  })

  test('is accepted or withdrawn when both happen at once', async () => {
    const { buyer, seller, item } = await onSale()
    const made = await offered(buyer, item)
    const lock = 'select from offers where id = $1 for update'
    const { commit } = await openTransaction(app, lock, [made.offer.id])
    const answers = [decide(seller, made, 'ACCEPTED'), decide(buyer, made, 'WITHDRAWN')]
    await untilWaiting(app, 2)
    await commit()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await stateOf(buyer, seller)).toEqual([statuses[0] === 200 ? 'ACCEPTED' : 'WITHDRAWN'])
  })

  test('lapses after seven days', async () => {
    const { buyer, seller, item } = await onSale()
    const made = await offered(buyer, item)
    await endTime(made)
    expectFailure(await decide(seller, made, 'ACCEPTED'), 409, 'NOT_OPEN')
    await lapseOffers.run(app.deps, {})
    expect(await stateOf(buyer, seller)).toEqual(['LAPSED'])
    expect(await stateOf(seller, buyer)).toEqual(['LAPSED'])
  })

  test('is shown as lapsed before the job has run', async () => {
    const { buyer, seller, item } = await onSale()
    await endTime(await offered(buyer, item))
    const lapsed = [{ offer: { state: 'LAPSED', can: noneCan } }]
    expect((await conversation(app, buyer, seller)).content).toMatchObject(lapsed)
    expect((await conversation(app, seller, buyer)).content).toMatchObject(lapsed)
  })

  test('is withdrawn when its message is taken back', async () => {
    const { buyer, seller, item } = await onSale()
    const made = await offered(buyer, item)
    expectOk(await app.call('DELETE', `/messaging/${made.chatId}`, { token: buyer.token }))
    expect((await conversation(app, seller, buyer)).content).toMatchObject([{ deleted: true, offer: null }])
    expectFailure(await decide(seller, made, 'ACCEPTED'), 409, 'NOT_OPEN')
  })

  test('cannot be accepted across a block or a ban', async () => {
    const { buyer, seller, item } = await onSale()
    const made = await offered(buyer, item)
    // Blocks with both members locked, as the product does.
    const block = `with both_members as (select id from members where id in ($1, $2) order by id for no key update)
      insert into blocks (blocker_id, blocked_id, created_at) select $1, $2, now() from both_members limit 1`
    const answer = await callDuring(app, block, [seller.id, buyer.id], () => decide(seller, made, 'ACCEPTED'))
    expectFailure(answer, 403, 'BLOCKED')
    expect((await conversation(app, seller, buyer)).content).toMatchObject([
      { offer: { state: 'OPEN', can: noneCan } },
    ])
    const other = await onSale()
    const theirs = await offered(other.buyer, other.item)
    await updateMember(app, other.buyer, { banned_at: app.clock.now() })
    expectFailure(await decide(other.seller, theirs, 'ACCEPTED'), 404)
  })

  test('cannot be accepted for an item that is no longer on sale', async () => {
    const { buyer, seller, item } = await onSale()
    const made = await offered(buyer, item)
    expectOk(await remove(app, seller, item.id))
    expectFailure(await decide(seller, made, 'ACCEPTED'), 409, 'NOT_ON_SALE')
  })
})

describe('an accepted price', () => {
  test('is valid in the cart and at one checkout of that buyer', async () => {
    const { buyer, seller, item } = await accepted()
    expect(await putInCart(buyer, item, 2)).toMatchObject({
      price: 4500,
      listPrice: 5000,
      priceWhenAdded: 4500,
    })
    expect(await cartOf(buyer)).toMatchObject([{ price: 4500, count: 2 }])
    expectFailure(await checkOut(app, buyer, { expectedTotal: 10_000 }), 409, 'PRICE_CHANGED')
    const order = dataOf(checkout, await checkOut(app, buyer, { expectedTotal: 9000 }))
    expect(order).toMatchObject({ totalAmount: 9000 })
    expect(await stateOf(seller, buyer)).toEqual(['USED'])
    expect(await putInCart(buyer, item)).toMatchObject({ price: 5000 })
    expectOk(await ask(buyer, item))
  })

  test('is valid again if the order ends unpaid within the 24 hours', async () => {
    const { buyer, seller, item, made } = await accepted()
    const order = async () => {
      await putInCart(buyer, item)
      return dataOf(checkout, await checkOut(app, buyer))
    }
    const cancel = async ({ orderId }: { orderId: number }) =>
      expectOk(await app.call('PATCH', `/cart/cancel/order/${orderId}`, { token: buyer.token }))
    const first = await order()
    const page = await openPage(app, seller)
    await cancel(first)
    expect(await stateOf(seller, buyer)).toEqual(['ACCEPTED'])
    await page.untilNamed('message')
    const second = await order()
    expect(second).toMatchObject({ totalAmount: 4500 })
    await endTime(made)
    await cancel(second)
    expect(await stateOf(seller, buyer)).toEqual(['USED'])
    expect(await order()).toMatchObject({ totalAmount: 5000 })
  })

  test('stays used if a newer offer is open when the order ends', async () => {
    const { buyer, seller, item } = await accepted()
    await putInCart(buyer, item)
    const { orderId } = dataOf(checkout, await checkOut(app, buyer))
    await offered(buyer, item, 4000)
    expectOk(await app.call('PATCH', `/cart/cancel/order/${orderId}`, { token: buyer.token }))
    expect(await stateOf(seller, buyer)).toEqual(['OPEN', 'USED'])
  })

  test('is not valid for other buyers', async () => {
    const { item } = await accepted()
    const another = await buildMember(app)
    expect(await putInCart(another, item)).toMatchObject({ price: 5000 })
    expectFailure(await checkOut(app, another, { expectedTotal: 4500 }), 409, 'PRICE_CHANGED')
    expect(dataOf(checkout, await checkOut(app, another))).toMatchObject({ totalAmount: 5000 })
  })

  test('never raises a lower current price', async () => {
    const { buyer, item } = await accepted()
    await app.deps.db.updateTable('items').set({ price_kobo: 400_000 }).where('id', '=', item.id).execute()
    expect(await putInCart(buyer, item)).toMatchObject({ price: 4000 })
    expect(dataOf(checkout, await checkOut(app, buyer))).toMatchObject({ totalAmount: 4000 })
  })

  test('ends after 24 hours, also in a cart', async () => {
    const { buyer, seller, item, made } = await accepted()
    await putInCart(buyer, item)
    const [message] = (await conversation(app, buyer, seller)).content
    expect(hoursLeft(message?.offer ?? made.offer)).toBeCloseTo(24, 1)
    expect(await cartOf(buyer)).toMatchObject([{ price: 4500 }])
    await endTime(made)
    expect(await cartOf(buyer)).toMatchObject([{ price: 5000, priceWhenAdded: 4500 }])
    expectFailure(await checkOut(app, buyer, { expectedTotal: 4500 }), 409, 'PRICE_CHANGED')
    await lapseOffers.run(app.deps, {})
    expect(await stateOf(buyer, seller)).toEqual(['LAPSED'])
    expectOk(await ask(buyer, item))
  })

  test('lapses before or after a checkout, never during it', async () => {
    const { buyer, seller, item, made } = await accepted()
    await putInCart(buyer, item)
    const lapse = `update offers set state = 'LAPSED', decided_at = now(), valid_until = now() where id = $1`
    const order = await callDuring(app, lapse, [made.offer.id], () =>
      checkOut(app, buyer, { expectedTotal: 4500 }),
    )
    expect(dataOf(checkout, order)).toMatchObject({ totalAmount: 4500 })
    expect(await stateOf(buyer, seller)).toEqual(['LAPSED'])
  })

  test('is valid for one of two checkouts at once', async () => {
    const { buyer, item } = await accepted()
    await putInCart(buyer, item)
    const answers = await Promise.all([checkOut(app, buyer), checkOut(app, buyer)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})
