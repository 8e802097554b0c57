import type { Insertable, Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/trade/cart'
import type { Tables } from '#api/db/schema.ts'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildItem as buildMarketItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMember, buildToken } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring, untilWaiting } from '#api/test/waiting.ts'

const app = await sharedApp()
const seller = await buildMember(app)
const buyer = await buildMember(app)

const buildItem = async (overrides: Partial<Insertable<Tables['items']>> = {}) =>
  (await buildMarketItem(app, seller, { stock: 5, ...overrides })).id

const change = (id: number, columns: Updateable<Tables['items']>) =>
  app.deps.db.updateTable('items').set(columns).where('id', '=', id).execute()
const changeSeller = (id: number, columns: Updateable<Tables['members']>) =>
  app.deps.db.updateTable('members').set(columns).where('id', '=', id).execute()

const ask = (body: unknown, token = buyer.token) => app.call('POST', '/cart/add', { token, body })
const add = async (itemId: number, count = 1, token = buyer.token) =>
  dataOf(api.addToCart, await ask({ itemId, count }, token))
const remove = (id: number, token = buyer.token) => app.call('DELETE', `/cart/remove/${id}`, { token })
const cart = async (token = buyer.token) => dataOf(api.getCart, await app.call('GET', '/cart', { token }))
const lineOf = async (itemId: number, token = buyer.token) =>
  (await cart(token)).find((line) => line.itemId === itemId)

describe('adding to the cart', () => {
  test('lists an item with the fields of the contract and its price in Naira', async () => {
    const { token } = await buildMember(app)
    const itemId = await buildItem({ image_url: '/media/a.webp', thumbnail_url: '/media/a-small.webp' })
    const answer = await ask({ itemId, count: 2 }, token)
    expect(answer.body.message).toBe('Cart updated successfully')
    const line = {
      id: expect.any(Number),
      itemId,
      name: 'Adire wrapper',
      imageUrl: '/media/a.webp',
      thumbnailUrl: '/media/a-small.webp',
      price: 12_500.5,
      listPrice: 12_500.5,
      count: 2,
      stock: 5,
      priceWhenAdded: 12_500.5,
      isOnSale: true,
      available: true,
      sellerId: seller.id,
      sellerUsername: seller.username,
    }
    expect(dataOf(api.addToCart, answer)).toEqual(line)
    expect(await cart(token)).toEqual([line])
  })

  test('leaves lines in the order they were added when a count changes', async () => {
    const { token } = await buildMember(app)
    const ids = [await buildItem(), await buildItem(), await buildItem()]
    for (const id of ids) await add(id, 1, token)
    await add(ids[0] ?? 0, 4, token)
    expect((await cart(token)).map(({ itemId, count }) => [itemId, count])).toEqual([
      [ids[0], 4],
      [ids[1], 1],
      [ids[2], 1],
    ])
  })

  test('sets the quantity, so that a repeated call changes nothing', async () => {
    const itemId = await buildItem()
    const first = await add(itemId, 3)
    expect(await add(itemId, 3)).toEqual(first)
    expect(await add(itemId, 2)).toEqual({ ...first, count: 2 })
  })

  test('gives each member a cart of their own', async () => {
    const other = await buildMember(app)
    const itemId = await buildItem()
    await add(itemId, 1)
    expect(await cart(other.token)).toEqual([])
    await add(itemId, 5, other.token)
    expect(await lineOf(itemId)).toMatchObject({ count: 1, available: true })
  })

  test('shows exact prices that floating point cannot represent', async () => {
    for (const [price_kobo, price] of [
      [10, 0.1],
      [30, 0.3],
      [100_000_001, 1_000_000.01],
    ] as const) {
      expect(await add(await buildItem({ price_kobo }))).toMatchObject({ price, priceWhenAdded: price })
    }
  })
})

describe('an item that cannot be added', () => {
  test('rejects more than the stock and says how many there are', async () => {
    const itemId = await buildItem({ stock: 3 })
    const failure = expectFailure(await ask({ itemId, count: 4 }), 409, 'OUT_OF_STOCK')
    expect(failure.message).toBe('There are only 3 left of Adire wrapper.')
    expect(await lineOf(itemId)).toBeUndefined()
    await add(itemId, 3)
    await change(itemId, { stock: 1 })
    expect(expectFailure(await ask({ itemId, count: 2 }), 409).message).toContain('only 1 left')
    expect(await lineOf(itemId)).toMatchObject({ count: 3, stock: 1, available: false })
    await change(itemId, { stock: 0 })
    expect(expectFailure(await ask({ itemId, count: 1 }), 409).message).toBe('Adire wrapper is out of stock.')
  })

  test('rejects the member’s own item', async () => {
    const itemId = await buildItem()
    const failure = expectFailure(await ask({ itemId, count: 1 }, seller.token), 400, 'INVALID')
    expect(failure.fields).toEqual({ itemId: 'You cannot buy your own item.' })
    await change(itemId, { is_approved: false })
    expectFailure(await ask({ itemId, count: 1 }, seller.token), 400)
    await change(itemId, { deleted_at: app.clock.now() })
    expectFailure(await ask({ itemId, count: 1 }, seller.token), 404)
    expect(await cart(seller.token)).toEqual([])
  })

  test('rejects an item that is not on sale, even for staff', async () => {
    const admin = await buildMember(app, { role: 'ADMIN' })
    const now = app.clock.now()
    const [banned, suspended] = [
      await buildMember(app),
      await buildMember(app, { suspended_until: inDays(now, 1) }),
    ]
    const ids = [
      await buildItem({ is_approved: false }),
      await buildItem({ is_approved: false, deleted_at: now }),
      await buildItem({ seller_id: banned.id }),
      await buildItem({ seller_id: suspended.id }),
      Number.MAX_SAFE_INTEGER,
    ]
    await changeSeller(banned.id, { banned_at: now })
    for (const itemId of ids)
      for (const { token } of [buyer, admin])
        expectFailure(await ask({ itemId, count: 1 }, token), 404, 'NOT_FOUND')
    expect(await cart(admin.token)).toEqual([])
  })

  test('rejects an item of a seller across a block in either direction', async () => {
    const [blocking, blocked] = [await buildMember(app), await buildMember(app)]
    await buildBlock(app, blocking, buyer)
    await buildBlock(app, buyer, blocked)
    for (const { id } of [blocking, blocked])
      expectFailure(await ask({ itemId: await buildItem({ seller_id: id }), count: 1 }), 404)
  })

  test.each([0, 1_000_001])('rejects a count of %j', async (count) => {
    const itemId = await buildItem({ stock: 1_000_000 })
    const failure = expectFailure(await ask({ itemId, count }), 400, 'INVALID')
    expect(Object.keys(failure.fields ?? {})).toEqual(['count'])
    expect(await lineOf(itemId)).toBeUndefined()
  })

  test('ignores a price or a total in the request', async () => {
    const itemId = await buildItem()
    const answer = await ask({ itemId, count: 1, price: 0.01, priceWhenAdded: 0.01, total: 0 })
    expect(dataOf(api.addToCart, answer)).toMatchObject({ price: 12_500.5, priceWhenAdded: 12_500.5 })
  })

  test('rejects a 101st line but not a change of the others', async () => {
    const { id, token } = await buildMember(app)
    const items = await Promise.all(Array.from({ length: api.maxCartLines + 1 }, () => buildItem()))
    const [last = 0, ...others] = items
    const line = {
      member_id: id,
      name: 'Adire wrapper',
      count: 1,
      price_kobo: 1,
      created_at: app.clock.now(),
    }
    const rows = others.map((item_id) => ({ ...line, item_id }))
    await app.deps.db.insertInto('cart_lines').values(rows).execute()
    expectFailure(await ask({ itemId: last, count: 1 }, token), 409, 'CART_FULL')
    expect(await add(others[0] ?? 0, 2, token)).toMatchObject({ count: 2 })
    expect(await cart(token)).toHaveLength(api.maxCartLines)
  })
})

describe('changes after an item was added', () => {
  test('shows the current price and the price at which it was added', async () => {
    const itemId = await buildItem({ price_kobo: 100_000 })
    await add(itemId, 1)
    await change(itemId, { price_kobo: 80_000 })
    expect(await lineOf(itemId)).toMatchObject({ price: 800, priceWhenAdded: 1000, available: true })
    expect(await add(itemId, 1)).toMatchObject({ price: 800, priceWhenAdded: 1000 })
    expect(await add(itemId, 2)).toMatchObject({ price: 800, priceWhenAdded: 800 })
  })

  test('marks a line as unavailable when the stock is too low', async () => {
    const itemId = await buildItem({ stock: 3 })
    await add(itemId, 3)
    await change(itemId, { stock: 2 })
    expect(await lineOf(itemId)).toMatchObject({ count: 3, stock: 2, available: false })
    await change(itemId, { stock: 0 })
    expect(await lineOf(itemId)).toMatchObject({ count: 3, stock: 0, available: false })
    await change(itemId, { stock: 3 })
    expect(await lineOf(itemId)).toMatchObject({ available: true })
  })

  test('hides a new name, picture and price that wait for approval', async () => {
    const itemId = await buildItem({ image_url: '/media/a.webp' })
    await add(itemId, 2)
    const edit = { name: 'Unseen name', image_url: '/media/unseen.webp', price_kobo: 7 }
    await change(itemId, { ...edit, is_approved: false })
    const shown = await cart()
    expect(JSON.stringify(shown)).not.toMatch(/unseen/i)
    expect(shown.find((line) => line.itemId === itemId)).toMatchObject({
      name: 'Adire wrapper',
      imageUrl: null,
      thumbnailUrl: null,
      price: 12_500.5,
      priceWhenAdded: 12_500.5,
      stock: 0,
      isOnSale: false,
      available: false,
    })
    await change(itemId, { is_approved: true })
    expect(await lineOf(itemId)).toMatchObject({ name: 'Unseen name', price: 0.07, available: true })
  })

  test('marks an item of a suspended seller until the suspension is over', async () => {
    const suspended = await buildMember(app)
    const itemId = await buildItem({ seller_id: suspended.id })
    const line = await add(itemId, 1)
    await changeSeller(suspended.id, { suspended_until: inDays(app.clock.now(), 1) })
    expect(await lineOf(itemId)).toMatchObject({ id: line.id, available: false })
    await changeSeller(suspended.id, { suspended_until: app.clock.now() })
    expect(await lineOf(itemId)).toEqual(line)
  })

  test('marks an item across a block in either direction', async () => {
    for (const isBlocker of [true, false]) {
      const other = await buildMember(app)
      const itemId = await buildItem({ seller_id: other.id })
      await add(itemId, 1)
      await (isBlocker ? buildBlock(app, buyer, other) : buildBlock(app, other, buyer))
      expect(await lineOf(itemId)).toMatchObject({ available: false })
    }
  })

  test('removes the items of a banned seller', async () => {
    const banned = await buildMember(app)
    const itemId = await buildItem({ seller_id: banned.id })
    await add(itemId, 1)
    await changeSeller(banned.id, { banned_at: app.clock.now() })
    expect(await lineOf(itemId)).toBeUndefined()
  })
})

describe('removing from the cart', () => {
  test('removes a line, and answers 404 to the same call again', async () => {
    const { id } = await add(await buildItem())
    const answer = await remove(id)
    expect(answer).toMatchObject({ status: 200, body: { data: null, message: 'Item deleted successfully' } })
    expect((await cart()).map((line) => line.id)).not.toContain(id)
    expectFailure(await remove(id), 404, 'NOT_FOUND')
  })

  test('answers 404 for a line of another cart', async () => {
    const line = await add(await buildItem())
    const admin = await buildMember(app, { role: 'SUPERADMIN' })
    for (const { token } of [seller, admin]) expectFailure(await remove(line.id, token), 404)
    expect(await lineOf(line.itemId)).toEqual(line)
  })

  test('removes a sold-out item, which can be added again later', async () => {
    const itemId = await buildItem({ stock: 1 })
    const { id } = await add(itemId)
    await change(itemId, { stock: 0 })
    expect(await remove(id)).toMatchObject({ status: 200 })
    expectFailure(await ask({ itemId, count: 1 }), 409, 'OUT_OF_STOCK')
    await change(itemId, { stock: 1 })
    expect(await add(itemId)).toMatchObject({ count: 1, available: true })
  })
})

describe('at the same time', () => {
  test('ends in one line when two tabs add an item eight times each', async () => {
    const itemId = await buildItem({ stock: 20 })
    const tokens = [buyer.token, await buildToken(app, buyer)]
    const counts = Array.from({ length: 8 }, (_, at) => at + 1)
    const answers = await Promise.all(
      counts.flatMap((count) => tokens.map((token) => add(itemId, count, token))),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const lines = (await cart()).filter((line) => line.itemId === itemId)
    expect(lines).toHaveLength(1)
    expect(counts).toContain(lines[0]?.count)
  })

  test('accepts only one of two calls for the 100th line', async () => {
    const { id, token } = await buildMember(app)
    const items = await Promise.all(Array.from({ length: api.maxCartLines + 1 }, () => buildItem()))
    const line = {
      member_id: id,
      name: 'Adire wrapper',
      count: 1,
      price_kobo: 1,
      created_at: app.clock.now(),
    }
    const rows = items.slice(2).map((item_id) => ({ ...line, item_id }))
    await app.deps.db.insertInto('cart_lines').values(rows).execute()
    const answers = await Promise.all(items.slice(0, 2).map((itemId) => ask({ itemId, count: 1 }, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await cart(token)).toHaveLength(api.maxCartLines)
  })

  test('waits for a deletion of the item and then rejects it', async () => {
    const itemId = await buildItem()
    let isOver = false
    const { answer } = await app.deps.db.transaction().execute(async (tx) => {
      const deletion = { deleted_at: app.clock.now(), is_approved: false }
      await tx.updateTable('items').set(deletion).where('id', '=', itemId).execute()
      const adding = ask({ itemId, count: 1 }).finally(() => {
        isOver = true
      })
      await untilWaiting(app, 1, () => isOver)
      return { answer: adding }
    })
    expectFailure(await answer, 404)
    expect(await lineOf(itemId)).toBeUndefined()
  })

  test.each([
    ['the buyer', 403],
    ['the seller', 404],
  ] as const)('adds nothing if %s is being banned', async (who, status) => {
    const [buying, selling] = [await buildMember(app), await buildMember(app)]
    const itemId = await buildItem({ seller_id: selling.id })
    const ban = 'update members set banned_at = now() where id = $1'
    const banned = who === 'the buyer' ? buying : selling
    const adding = callDuring(app, ban, [banned.id], () => ask({ itemId, count: 1 }, buying.token))
    expectFailure(await adding, status)
    const lines = app.deps.db.selectFrom('cart_lines').select('id').where('item_id', '=', itemId)
    expect(await lines.execute()).toEqual([])
  })

  test('ends in one line when two counts had to wait', async () => {
    const itemId = await buildItem()
    const hold = 'select from members where id = $1 for no key update'
    const both = () => Promise.all([add(itemId, 1), add(itemId, 2)])
    const lines = await callDuring(app, hold, [buyer.id], both)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1)
    expect([1, 2]).toContain((await lineOf(itemId))?.count)
  })
})

test('exports and erases the cart with the member', async () => {
  const leaving = await buildMember(app)
  const itemId = await buildItem()
  await add(itemId, 2, leaving.token)
  const sold = await add(await buildItem({ seller_id: leaving.id }))
  const { body } = await app.call('GET', '/user/export', { token: leaving.token })
  expect(body.cart_lines).toMatchObject([
    { item_id: itemId, name: 'Adire wrapper', count: 2, price_kobo: 1_250_050 },
  ])
  await changeSeller(leaving.id, { closure_requested_at: inDays(app.clock.now(), -31) })
  await eraseClosed.run(app.deps, {})
  const left = await app.deps.db
    .selectFrom('cart_lines')
    .select('id')
    .where('member_id', '=', leaving.id)
    .execute()
  expect(left).toEqual([])
  expect(await lineOf(sold.itemId)).toBeUndefined()
})
