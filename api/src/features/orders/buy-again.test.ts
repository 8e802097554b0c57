import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { getCart, maxCartLines } from '@rootsquare/contract/trade/cart'
import { buyAgain } from '@rootsquare/contract/trade/orders'
import type { Tables } from '#api/db/schema.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMember } from '#api/test/builders/members.ts'
import { buildOrder, fillCart } from '#api/test/builders/orders.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const seller = await buildMember(app)

type Signed = { token: string }

const ask = ({ token }: Signed, id: number | string) => app.call('POST', `/cart/order/${id}/again`, { token })
const again = async (by: Signed, { orderId }: { orderId: number }) => dataOf(buyAgain, await ask(by, orderId))
const cartOf = async ({ token }: Signed) =>
  dataOf(getCart, await app.call('GET', '/cart', { token })).map(({ itemId, count }) => ({ itemId, count }))
const change = ({ id }: { id: number }, columns: Updateable<Tables['items']>) =>
  app.deps.db.updateTable('items').set(columns).where('id', '=', id).execute()

test('puts a canceled order into the cart once, however often it is called', async () => {
  const buyer = await buildMember(app)
  const [drum, cloth] = [await buildItem(app, seller, { stock: 9 }), await buildItem(app, seller)]
  const lines = [{ item: drum, count: 2 }, { item: cloth }]
  const order = await buildOrder(app, buyer, lines, { status: 'CANCELED' })
  for (const _ of [1, 2]) expect(await again(buyer, order)).toEqual({ added: 2, missing: [], reduced: [] })
  expect(await cartOf(buyer)).toEqual([
    { itemId: drum.id, count: 2 },
    { itemId: cloth.id, count: 1 },
  ])
})

test('takes the larger count of cart and order, at most the stock', async () => {
  const buyer = await buildMember(app)
  const [more, less, few] = [
    await buildItem(app, seller, { stock: 9 }),
    await buildItem(app, seller, { stock: 9 }),
    await buildItem(app, seller, { stock: 9, name: 'Few' }),
  ]
  const lines = [more, less, few].map((item) => ({ item, count: 3 }))
  const order = await buildOrder(app, buyer, lines, { status: 'COMPLETED' })
  await fillCart(app, buyer, [
    { item: more, count: 5 },
    { item: less, count: 1 },
  ])
  await change(few, { stock: 2 })
  expect(await again(buyer, order)).toEqual({ added: 3, missing: [], reduced: ['Few'] })
  expect((await cartOf(buyer)).map(({ count }) => count)).toEqual([5, 3, 2])
})

test('names the items that cannot be bought', async () => {
  const [buyer, blocked, gone] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const of = (name: string, by: { id: number } = seller) => buildItem(app, by, { name })
  const [soldOut, deleted, unapproved] = [await of('Sold out'), await of('Deleted'), await of('Unapproved')]
  const others = [await of('Own', buyer), await of('Blocked', blocked), await of('Gone', gone)]
  const left = await of('Left')
  const lines = [soldOut, deleted, unapproved, ...others, left].map((item) => ({ item }))
  const order = await buildOrder(app, buyer, lines, { status: 'FAILED' })
  await change(soldOut, { stock: 0 })
  await change(deleted, { deleted_at: app.clock.now(), is_approved: false })
  await change(unapproved, { is_approved: false })
  await buildBlock(app, blocked, buyer)
  await app.deps.db.deleteFrom('members').where('id', '=', gone.id).execute()
  const missing = ['Sold out', 'Deleted', 'Unapproved', 'Own', 'Blocked', 'Gone']
  expect(await again(buyer, order)).toEqual({ added: 1, missing, reduced: [] })
  expect(await cartOf(buyer)).toEqual([{ itemId: left.id, count: 1 }])
})

test('adds nothing to a full cart, also in calls at once', async () => {
  const buyer = await buildMember(app)
  const items = await Promise.all(Array.from({ length: maxCartLines + 1 }, () => buildItem(app, seller)))
  const lines = items.map((item) => ({ item }))
  await fillCart(app, buyer, lines.slice(0, -2))
  const order = await buildOrder(app, buyer, lines.slice(-3), { status: 'CANCELED' })
  const replies = await Promise.all([1, 2, 3].map(() => again(buyer, order)))
  expect(replies).toEqual(Array(3).fill({ added: 2, missing: ['Adire wrapper'], reduced: [] }))
  expect(await cartOf(buyer)).toHaveLength(maxCartLines)
})

test('answers 404 to anybody but the buyer', async () => {
  const [buyer, admin] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
  const order = await buildOrder(app, buyer, [{ item: await buildItem(app, seller) }], { status: 'CANCELED' })
  for (const by of [seller, admin]) expectFailure(await ask(by, order.orderId), 404)
  expectFailure(await ask(buyer, 99_999_999), 404)
  expect(await cartOf(buyer)).toEqual([])
})
