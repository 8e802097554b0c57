import { describe, expect, test } from 'vitest'
import { favorItem, getItem } from '@rootsquare/contract/trade/market'
import { buildBlock, buildMedia, buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { favor, itemRow, offer, remove, sell } from '#api/test/builders/market.ts'
import { send, conversation } from '#api/test/builders/messages.ts'
import { ban } from '#api/test/builders/moderation.ts'
import { report, reportsFor, resolve } from '#api/test/builders/reports.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import { fetchMedia } from '#api/test/media/upload.ts'

type Member = Awaited<ReturnType<typeof buildMember>>
type One = { id: number }

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })
const seller = await buildMember(app)
const buyer = await buildMember(app)

const media = async () => (await buildMedia(app, seller)).url
const isThere = async (url: string) => (await fetchMedia(app, url)).status === 200
const rowsOf = (table: 'favorites' | 'cart_lines' | 'item_images', { id }: One) =>
  app.deps.db.selectFrom(table).select('item_id').where('item_id', '=', id).execute()
const addToCart = ({ token }: Member, { id }: One) =>
  app.call('POST', '/cart/add', { token, body: { itemId: id, count: 1 } })

describe('deleting an item', () => {
  test('removes it from lists, favourites and carts, with its pictures', async () => {
    const [one, two] = [await media(), await media()]
    const item = await sell(app, seller, admin, { imageUrl: one, images: [two] })
    await favor(app, buyer, item.id)
    expect(await addToCart(buyer, item)).toMatchObject({ status: 200 })
    const answer = await remove(app, seller, item.id)
    expect(answer).toMatchObject({ status: 200, body: { data: null, message: 'The item has been deleted.' } })
    for (const { token } of [seller, buyer, admin])
      expectFailure(await app.call('GET', `/items/${item.id}`, { token }), 404)
    for (const table of ['favorites', 'cart_lines', 'item_images'] as const)
      expect(await rowsOf(table, item)).toEqual([])
    await app.runJobs()
    expect(await Promise.all([one, two].map(isThere))).toEqual([false, false])
    expect(await itemRow(app, item)).toMatchObject({ name: item.name, image_url: null, is_approved: false })
    for (const by of [seller, admin]) expectFailure(await remove(app, by, item.id), 404)
    const lines = app.deps.db.selectFrom('audit_log').select('id').where('target_id', '=', item.id)
    expect(await lines.where('action', '=', 'DELETE_ITEM').execute()).toEqual([])
  })

  test('is possible for admins, and logged', async () => {
    const banned = await buildMember(app)
    const items = [await sell(app, seller, admin), await offer(app, seller), await sell(app, banned, admin)]
    await ban(app, admin, banned)
    for (const item of items) {
      expect(await remove(app, admin, item.id)).toMatchObject({ status: 200 })
      const lines = app.deps.db.selectFrom('audit_log').selectAll().where('target_id', '=', item.id)
      expect(await lines.where('action', '=', 'DELETE_ITEM').execute()).toMatchObject([
        { actor_id: admin.id, member_id: item.userId, target_type: 'item' },
      ])
    }
  })

  test('leaves its name and price in messages', async () => {
    const item = await sell(app, seller, admin)
    await send(app, buyer, seller, { itemId: item.id })
    await remove(app, seller, item.id)
    const { content } = await conversation(app, seller, buyer)
    const { id, name, price } = item
    expect(content[0]?.item).toEqual({ id, name, price, imageUrl: null })
  })

  test('leaves a reported picture until the report is resolved', async () => {
    const url = await media()
    const item = await sell(app, seller, admin, { imageUrl: url })
    const { id } = await report(app, buyer, { itemId: item.id })
    await remove(app, seller, item.id)
    await app.runJobs()
    expect(await isThere(url)).toBe(true)
    const { content } = await reportsFor(app, admin, { userId: seller.id })
    expect(content[0]).toMatchObject({ targetId: item.id, snapshot: { name: item.name, imageUrl: url } })
    expect(await resolve(app, admin, id)).toMatchObject({ status: 200 })
    app.clock.move(25 * 3_600_000)
    await sweepMedia.run(app.deps, {})
    app.clock.move(-25 * 3_600_000)
    await app.runJobs()
    expect(await isThere(url)).toBe(false)
  })
})

describe('rejects a deletion', () => {
  test('by others, with 403 if they see the item and else 404', async () => {
    const [listed, waiting, blocked] = [
      await sell(app, seller, admin),
      await offer(app, seller),
      await buildMember(app),
    ]
    await buildBlock(app, blocked, seller)
    expectFailure(await remove(app, buyer, listed.id), 403)
    expectFailure(await remove(app, buyer, waiting.id), 404)
    expectFailure(await remove(app, blocked, listed.id), 404)
    expectFailure(await remove(app, admin, Number.MAX_SAFE_INTEGER), 404)
  })
})

describe('a favourite', () => {
  const isFavorite = async ({ id }: One, { token }: Member) =>
    dataOf(getItem, await app.call('GET', `/items/${id}`, { token })).favorite

  test('is turned on and off for each member', async () => {
    const item = await sell(app, seller, admin)
    const other = await buildMember(app)
    for (const favorite of [true, false, true]) {
      expect(dataOf(favorItem, await favor(app, buyer, item.id))).toEqual({ favorite })
      expect(await isFavorite(item, buyer)).toBe(favorite)
      expect(await isFavorite(item, other)).toBe(false)
    }
  })

  test('must be an item on sale of another seller', async () => {
    const [listed, waiting, blocked] = [
      await sell(app, seller, admin),
      await offer(app, seller),
      await buildMember(app),
    ]
    await buildBlock(app, seller, blocked)
    expectFailure(await favor(app, buyer, waiting.id), 404)
    expectFailure(await favor(app, blocked, listed.id), 404)
    expectFailure(await favor(app, seller, listed.id), 403, 'OWN_ITEM')
    expectFailure(await favor(app, buyer, Number.MAX_SAFE_INTEGER), 404)
  })

  test('is there again after a disapproval and an approval', async () => {
    const item = await sell(app, seller, admin)
    await favor(app, buyer, item.id)
    for (const state of [false, true])
      await app.call('PUT', '/items/item/approval', { token: admin.token, body: { itemId: item.id, state } })
    expect(await isFavorite(item, buyer)).toBe(true)
  })
})
