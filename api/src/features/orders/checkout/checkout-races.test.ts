import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkout } from '@rootsquare/contract/trade/checkout'
import { buildMember } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem, remove } from '#api/test/builders/market.ts'
import { buildOrder, checkOut, fillCart, ordersOf, stockOf } from '#api/test/builders/orders.ts'
import { updateRows } from '#api/test/rows.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { deadlocks, untilWaiting } from '#api/test/waiting.ts'
import { transact } from '#api/db/db.ts'
import { retakeStock, returnStock } from './stock.ts'

type One = { id: number }
const app = await sharedApp()
const seller = await buildMember(app)

async function buyersOf(count: number, cartOf: (at: number) => Parameters<typeof fillCart>[2]) {
  const buyers = await Promise.all(Array.from({ length: count }, () => buildMember(app)))
  await Promise.all(buyers.map((buyer, at) => fillCart(app, buyer, cartOf(at))))
  return buyers
}

const countOf = (answers: Called[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Returns the units of the item that orders hold. */
async function heldOf({ id }: One): Promise<number> {
  const { rows } = await sql<{ held: number }>`select coalesce(sum(quantity), 0) as held
    from order_lines where item_id = ${id} and holds_stock`.execute(app.deps.db)
  return rows[0]?.held ?? 0
}

/** Starts all calls so that each waits for the locked item, or ends, before the first continues, in the given order. */
async function atOnce({ id }: One, calls: (() => Promise<Called>)[]): Promise<Called[]> {
  const holding = await app.deps.pool.connect()
  await holding.query('begin')
  await holding.query('select from items where id = $1 for no key update', [id])
  const answers: Promise<Called>[] = []
  for (const call of calls) {
    let isOver = false
    answers.push(
      call().finally(() => {
        isOver = true
      }),
    )
    await untilWaiting(app, answers.length, () => isOver)
  }
  await holding.query('commit')
  holding.release()
  return Promise.all(answers)
}

test('sells the last unit to one of two buyers', async () => {
  const item = await buildItem(app, seller, { stock: 1 })
  const buyers = await buyersOf(2, () => [{ item }])
  const calls = buyers.map((buyer) => () => checkOut(app, buyer))
  const [first, second] = await atOnce(item, calls)
  expect(first).toMatchObject({ status: 200 })
  expectFailure(second ?? { status: 0, body: null }, 409, 'OUT_OF_STOCK')
  expect([await stockOf(app, item), await heldOf(item)]).toEqual([0, 1])
})

test('sells ten units to ten of a hundred buyers', async () => {
  const item = await buildItem(app, seller, { stock: 10 })
  const buyers = await buyersOf(100, () => [{ item }])
  const answers = await Promise.all(buyers.map((buyer) => checkOut(app, buyer)))
  expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([10, 90])
  expect([await stockOf(app, item), await heldOf(item)]).toEqual([0, 10])
})

test('never deadlocks for carts with the same items in another order', async () => {
  const [one, other] = [
    await buildItem(app, seller, { stock: 100 }),
    await buildItem(app, seller, { stock: 100 }),
  ]
  const lines = [{ item: one }, { item: other }]
  const buyers = await buyersOf(40, (at) => (at % 2 === 0 ? lines : lines.toReversed()))
  const before = await deadlocks(app)
  const answers = await Promise.all(buyers.map((buyer) => checkOut(app, buyer)))
  expect(countOf(answers, 200)).toBe(40)
  // A deadlock would be resolved and retried, so it would not show in the answers.
  expect(await deadlocks(app)).toBe(before)
  expect([await stockOf(app, one), await stockOf(app, other)]).toEqual([60, 60])
})

test('locks the items of a cart in ascending order', async () => {
  const [first, second] = [await buildItem(app, seller), await buildItem(app, seller)]
  const [buyer] = await buyersOf(1, () => [{ item: second }, { item: first }])
  if (!buyer) throw new Error('Nobody has come.')
  const holding = await app.deps.pool.connect()
  await holding.query('begin')
  await holding.query('select from items where id = $1 for no key update', [first.id])
  const ordered = checkOut(app, buyer)
  await untilWaiting(app, 1)
  const also = holding.query('select from items where id = $1 for no key update nowait', [second.id])
  await expect(also).resolves.toMatchObject({ rowCount: 1 })
  await holding.query('commit')
  holding.release()
  expect((await ordered).status).toBe(200)
})

test('creates one order for ten calls with the same key', async () => {
  const item = await buildItem(app, seller, { stock: 5 })
  const [buyer] = await buyersOf(1, () => [{ item }])
  if (!buyer) throw new Error('Nobody has come.')
  const key = { 'idempotency-key': `cart-of-${buyer.id}` }
  const answers = await Promise.all(Array.from({ length: 10 }, () => checkOut(app, buyer, {}, key)))
  const references = answers.map((answer) => dataOf(checkout, answer).transactionRef)
  expect(new Set(references).size).toBe(1)
  expect(await ordersOf(app, buyer)).toMatchObject([{ transaction_ref: references[0] }])
  expect(await stockOf(app, item)).toBe(4)
})

test('creates one order for a double click without a key', async () => {
  const item = await buildItem(app, seller, { stock: 5 })
  const [buyer] = await buyersOf(1, () => [{ item }])
  if (!buyer) throw new Error('Nobody has come.')
  const [first, second] = await atOnce(item, [() => checkOut(app, buyer), () => checkOut(app, buyer)])
  expect(first?.status).toBe(200)
  expect(expectFailure(second ?? { status: 0, body: null }, 400).message).toBe('Your cart is empty.')
  expect(await ordersOf(app, buyer)).toHaveLength(1)
})

test('leaves a line that another tab adds meanwhile in the cart', async () => {
  const [item, late] = [await buildItem(app, seller), await buildItem(app, seller)]
  const [buyer] = await buyersOf(1, () => [{ item }])
  if (!buyer) throw new Error('Nobody has come.')
  const { token } = buyer
  const add = () => app.call('POST', '/cart/add', { token, body: { itemId: late.id, count: 1 } })
  const answers = await atOnce(item, [() => checkOut(app, buyer), add])
  expect(countOf(answers, 200)).toBe(2)
  const [order] = await ordersOf(app, buyer)
  expect(order?.total_kobo).toBe(1_250_050)
  const cart = app.deps.db.selectFrom('cart_lines').select('item_id').where('member_id', '=', buyer.id)
  expect(await cart.execute()).toEqual([{ item_id: late.id }])
  expect([await heldOf(item), await heldOf(late)]).toEqual([1, 0])
})

test('does not buy a line that another tab has just removed', async () => {
  const [item, other] = [await buildItem(app, seller), await buildItem(app, seller)]
  const [buyer] = await buyersOf(1, () => [{ item }, { item: other }])
  if (!buyer) throw new Error('Nobody has come.')
  const line = app.deps.db.selectFrom('cart_lines').select('id').where('item_id', '=', item.id)
  const { id } = await line.executeTakeFirstOrThrow()
  const takeOut = () => app.call('DELETE', `/cart/remove/${id}`, { token: buyer.token })
  const answers = await atOnce(item, [() => checkOut(app, buyer), takeOut])
  expect(countOf(answers, 200)).toBe(2)
  expect([await heldOf(item), await heldOf(other)]).toEqual([0, 1])
})

test('does not sell an item that is being deleted', async () => {
  const item = await buildItem(app, seller)
  const [buyer] = await buyersOf(1, () => [{ item }])
  if (!buyer) throw new Error('Nobody has come.')
  const calls = [() => remove(app, seller, item.id), () => checkOut(app, buyer)]
  const [deleted, ordered] = await atOnce(item, calls)
  expect(deleted?.status).toBe(200)
  expect([400, 409]).toContain(ordered?.status)
  expect(await ordersOf(app, buyer)).toEqual([])
})

test('brings no sold unit back when the seller saves the stock', async () => {
  const item = await buildItem(app, seller, { stock: 3 })
  const [buyer] = await buyersOf(1, () => [{ item, count: 2 }])
  if (!buyer) throw new Error('Nobody has come.')
  const { token } = seller
  const save = () =>
    app.call('PUT', `/items/update/${item.id}`, { token, body: { stock: 8, expectedStock: 3 } })
  const [ordered, saved] = await atOnce(item, [() => checkOut(app, buyer), save])
  expect(ordered?.status).toBe(200)
  expectFailure(saved ?? { status: 0, body: null }, 409, 'STOCK_CHANGED')
  expect(await stockOf(app, item)).toBe(1)
})

describe('the stock of an order', () => {
  const returned = (orderId: number, lineId?: number) =>
    transact(app.deps.db, (tx) => returnStock(tx, orderId, lineId))
  const retaken = (orderId: number) => transact(app.deps.db, (tx) => retakeStock(tx, orderId))

  async function twoOfEach() {
    const items = [await buildItem(app, seller, { stock: 5 }), await buildItem(app, seller, { stock: 5 })]
    const lines = items.map((item) => ({ item, count: 2 }))
    const order = await buildOrder(app, await buildMember(app), lines)
    return { ...order, items, stocks: () => Promise.all(items.map((item) => stockOf(app, item))) }
  }

  test('is returned and taken again once, line by line or all of it', async () => {
    const { orderId, lineIds, stocks } = await twoOfEach()
    for (let turn = 0; turn < 2; turn += 1) await returned(orderId, lineIds[1])
    expect(await stocks()).toEqual([3, 5])
    for (let turn = 0; turn < 2; turn += 1) await returned(orderId)
    expect(await stocks()).toEqual([5, 5])
    for (let turn = 0; turn < 2; turn += 1) expect(await retaken(orderId)).toBe(true)
    expect(await stocks()).toEqual([3, 3])
  })

  const set = (id: number, change: object) => updateRows(app.deps.db, 'items', { id }, change)
  test.each<[string, (id: number) => Promise<unknown>]>([
    ['is hidden', (id) => set(id, { is_hidden: true })],
    ['is deleted', (id) => remove(app, seller, id)],
    ['has too few left', (id) => set(id, { stock: 1 })],
  ])('is not taken again if one item %s', async (_, change) => {
    const { orderId, items, stocks } = await twoOfEach()
    await returned(orderId)
    await change(items[1]?.id ?? 0)
    expect(await retaken(orderId)).toBe(false)
    expect((await stocks())[0]).toBe(5)
  })
})
