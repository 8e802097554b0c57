import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSeller } from '@rootsquare/contract/orders'
import { buildBlock, buildFollow, buildMember, groupIdOf } from '#api/test/build.ts'
import { dataOf } from '#api/test/data-of.ts'
import { expectFailure } from '#api/test/failure.ts'
import { buildItem } from '#api/test/market.ts'
import { buildOrder } from '#api/test/orders.ts'
import { testApp } from '#api/test/test-app.ts'
import type { TestApp } from '#api/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

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

describe('what speaks for a seller', () => {
  test('finished sales are lines of completed orders that were not canceled', async () => {
    const [viewer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const [drum, cloth] = [await buildItem(app, seller, { stock: 20 }), await buildItem(app, seller)]
    const foreign = await buildItem(app, other)
    for (const status of ['PENDING', 'PROCESSING', 'SHIPPED', 'CANCELED', 'FAILED'] as const)
      await buildOrder(app, viewer, [{ item: drum }], { status })
    expect(await read(viewer, seller)).toMatchObject({ finishedSales: 0, buyersYouFollow: null })
    const wanted = [{ item: drum, count: 3 }, { item: cloth }, { item: foreign }]
    const { lineIds } = await buildOrder(app, viewer, wanted, { status: 'COMPLETED' })
    expect(await read(viewer, seller)).toMatchObject({ finishedSales: 2 })
    await app.deps.db
      .updateTable('order_lines')
      .set({ shipped_at: null, canceled_at: app.clock.now() })
      .where('id', '=', lineIds[1] ?? 0)
      .execute()
    const told = await read(viewer, seller)
    expect(told.finishedSales).toBe(1)
    expect(Math.abs(Date.parse(told.memberSince) - app.clock.now().getTime())).toBeLessThan(60_000)
    expect(await read(viewer, other)).toMatchObject({ finishedSales: 1 })
  })

  test('buyers one follows are a count from three on, each once, and never names', async () => {
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
    const told = await read(viewer, seller)
    expect(told).toMatchObject({ finishedSales: 6, buyersYouFollow: 3 })
    for (const { username } of buyers) expect(JSON.stringify(told)).not.toContain(username)
    expect((await read(stranger, seller)).buyersYouFollow).toBeNull()
  })

  test('shared groups are those of both, without the own one of a seller who hides it', async () => {
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

  test('is not told of whom the viewer may not see', async () => {
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
