import { describe, expect, test } from 'vitest'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { buildBlock, buildFollow, buildMember, groupIdOf } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { recountSales } from '#api/features/orders/recount.ts'

const app = await sharedApp()

type One = { id: number }

const ask = ({ token }: { token: string }, { id }: One) => app.call('GET', `/user/${id}/seller`, { token })
const read = async (by: { token: string }, whom: One) => dataOf(getSeller, await ask(by, whom))

async function join({ id }: One, slug: string, is_moderator = false): Promise<void> {
  const joined = {
    group_id: await groupIdOf(app, slug),
    member_id: id,
    is_moderator,
    joined_at: app.clock.now(),
  }
  await app.deps.db.insertInto('memberships').values(joined).execute()
}

describe('the facts about a seller', () => {
  test('count finished sales as completed lines', async () => {
    const [viewer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const [drum, cloth] = [await buildItem(app, seller, { stock: 20 }), await buildItem(app, seller)]
    const foreign = await buildItem(app, other)
    for (const status of ['PENDING', 'PROCESSING', 'SHIPPED', 'CANCELED', 'FAILED'] as const)
      await buildOrder(app, viewer, [{ item: drum }], { status })
    expect(await read(viewer, seller)).toMatchObject({ finishedSales: 0, buyersYouFollow: null })
    const orderLines = [{ item: drum, count: 3 }, { item: cloth }, { item: foreign }]
    const { orderId, lineIds } = await buildOrder(app, viewer, orderLines, { status: 'SHIPPED' })
    const { db } = app.deps
    const canceled = { shipped_at: null, canceled_at: app.clock.now() }
    const line = (n: number) => db.updateTable('order_lines').where('id', '=', lineIds[n] ?? 0)
    await line(1).set(canceled).execute()
    await db.updateTable('orders').set({ status: 'COMPLETED' }).where('id', '=', orderId).execute()
    const shown = await read(viewer, seller)
    expect(shown.finishedSales).toBe(1)
    expect(Math.abs(Date.parse(shown.memberSince) - app.clock.now().getTime())).toBeLessThan(60_000)
    expect(await read(viewer, other)).toMatchObject({ finishedSales: 1 })
  })

  test('have sales counters that match a recount after calls at once', async () => {
    const [buyer, ...sellers] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const items = await Promise.all(sellers.map((seller) => buildItem(app, seller, { stock: 20 })))
    const orderLines = items.map((item) => ({ item }))
    const orders = []
    for (let nth = 0; nth < 6; nth += 1) {
      const lines = nth % 2 === 0 ? orderLines : orderLines.toReversed()
      orders.push(await buildOrder(app, buyer, lines, { status: 'SHIPPED' }))
    }
    const { token } = buyer
    const received = orders.map(({ orderId }) =>
      app.call('PATCH', `/cart/order/${orderId}/received`, { token }),
    )
    expect((await Promise.all(received)).map(({ status }) => status)).toEqual(orders.map(() => 200))
    for (const seller of sellers) expect((await read(buyer, seller)).finishedSales).toBe(6)
    const [first] = sellers
    if (!first) throw new Error('Nobody sells.')
    const drift = async () =>
      (await recountSales(app.deps.db)).filter(({ counter, id }) => counter === 'sales' && id === first.id)
    expect(await drift()).toEqual([])
    await app.deps.db.updateTable('finished_sales').set({ n: 5 }).where('seller_id', '=', first.id).execute()
    expect(await drift()).toEqual([{ counter: 'sales', id: first.id, stored: 5, found: 6 }])
  })

  test('count the followed buyers from three on, and never name them', async () => {
    const [viewer, seller] = [await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, seller, { stock: 20 })
    const buyers = await Promise.all([1, 2, 3, 4].map(() => buildMember(app)))
    const [first, second, third, stranger] = buyers
    if (!first || !second || !third || !stranger) throw new Error('Not all have come.')
    for (const buyer of [first, first, first, second, stranger])
      await buildOrder(app, buyer, [{ item }], { status: 'COMPLETED' })
    for (const buyer of [first, second, third]) await buildFollow(app, viewer, buyer)
    expect((await read(viewer, seller)).buyersYouFollow).toBeNull()
    await buildOrder(app, third, [{ item }], { status: 'COMPLETED' })
    const shown = await read(viewer, seller)
    expect(shown).toMatchObject({ finishedSales: 6, buyersYouFollow: 3 })
    for (const { username } of buyers) expect(JSON.stringify(shown)).not.toContain(username)
    expect((await read(stranger, seller)).buyersYouFollow).toBeNull()
  })

  test('list shared groups, except one that the seller hides', async () => {
    const viewer = await buildMember(app)
    const [open, shy, office] = [
      await buildMember(app),
      await buildMember(app, { shows_group: false }),
      await buildMember(app, { shows_group: false }),
    ]
    for (const member of [viewer, open, shy]) await join(member, 'igbo')
    await join(open, 'tiv')
    await app.deps.db
      .updateTable('memberships')
      .set({ is_moderator: true })
      .where('member_id', '=', office.id)
      .execute()
    const names = async (by: { token: string }, whom: One) =>
      (await read(by, whom)).sharedGroups.map(({ name }) => name)
    expect(await names(viewer, open)).toEqual(['Igbo', 'Yoruba'])
    expect(await names(viewer, shy)).toEqual(['Igbo'])
    expect(await names(shy, shy)).toEqual(['Igbo', 'Yoruba'])
    expect(await names(viewer, office)).toEqual(['Yoruba'])
    expect(await names(await buildMember(app, { role: 'ADMIN' }), shy)).toEqual(['Yoruba'])
  })

  test('leave out buyers whom the viewer may not see', async () => {
    const viewer = await buildMember(app)
    const [blocker, banned, unverified] = [
      await buildMember(app),
      await buildMember(app, { banned_at: app.clock.now(), ban_reason: 'Fraud' }),
      await buildMember(app, { verified_at: null }),
    ]
    await buildBlock(app, blocker, viewer)
    for (const whom of [blocker, banned, unverified, { id: 99_999_999 }])
      expectFailure(await ask(viewer, whom), 404)
  })
})
