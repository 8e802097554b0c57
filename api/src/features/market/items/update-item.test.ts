import { describe, expect, test } from 'vitest'
import { approveItem, getItem, updateItem } from '@rootsquare/contract/trade/market'
import { buildBlock, buildMedia, buildMember, buildMembers } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { change, decide, itemRow, newItem, offer, remove, sell } from '#api/test/builders/market.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { fetchMedia } from '#api/test/media/upload.ts'

const app = await sharedApp()
const seller = await buildMember(app)
const admin = await buildMember(app, { role: 'ADMIN' })

const media = async (owner = seller) => (await buildMedia(app, owner)).url
const put = async (id: number, body: unknown) => dataOf(updateItem, await change(app, seller, id, body))
const isThere = async (url: string) => (await fetchMedia(app, url)).status === 200

describe('a change of an approved item', () => {
  test.each<[string, object]>([
    ['price', { price: 0.3 }],
    ['stock', { stock: 0 }],
    ['price and stock', { price: 1_000_000.01, stock: 1_000_000 }],
    ['nothing', {}],
    ['what it has already', { name: '  Talking   drum ', description: ' Carved in Ọ̀yọ́, with its stick ' }],
  ])('needs no approval (%s)', async (_what, body) => {
    const item = await sell(app, seller, admin)
    const answer = await change(app, seller, item.id, body)
    expect(answer.body.message).toBe('Your item has been updated.')
    const { name, description } = item
    expect(dataOf(updateItem, answer)).toEqual({ ...item, ...body, name, description })
  })

  test.each<[string, object]>([
    ['name', { name: 'Talking drum, small' }],
    ['description', { description: 'Without its stick' }],
    ['name, beside price and stock', { name: 'Bata', price: 0.1, stock: 1 }],
  ])('needs another approval (%s)', async (_what, body) => {
    const [item, buyer] = [await sell(app, seller, admin), await buildMember(app)]
    const answer = await change(app, seller, item.id, body)
    expect(answer.body.message).toBe(
      'Your item has been updated. It will be seen once an admin has approved it.',
    )
    expect(dataOf(updateItem, answer)).toEqual({ ...item, ...body, isApproved: false })
    expectFailure(await app.call('GET', `/items/${item.id}`, { token: buyer.token }), 404)
  })

  test('of the pictures needs another approval', async () => {
    const [one, two, three] = [await media(), await media(), await media()]
    const item = await sell(app, seller, admin, { imageUrl: one, images: [two, three] })
    for (const body of [
      { imageUrl: one },
      { images: [two, three] },
      { imageUrl: one, images: [two, three] },
      { imageUrl: item.thumbnailUrl },
    ])
      expect(await put(item.id, body)).toEqual(item)
    for (const body of [
      { images: [three, two] },
      { images: [three] },
      { images: [three, await media()] },
      { images: [] },
      { images: [await media()] },
      { images: null },
      { imageUrl: await media() },
    ]) {
      expect(await put(item.id, body)).toMatchObject({ isApproved: false })
      expect(dataOf(approveItem, await decide(app, admin, item))).toMatchObject({ isApproved: true })
    }
  })

  test('can swap the first picture and another', async () => {
    const [one, two] = [await media(), await media()]
    const item = await offer(app, seller, { imageUrl: one, images: [two] })
    const { thumbnailUrl } = item
    expect(await put(item.id, { imageUrl: two, images: [one] })).toMatchObject({
      imageUrl: two,
      images: [one],
    })
    expect(await put(item.id, { imageUrl: one, images: [two] })).toMatchObject({
      imageUrl: one,
      thumbnailUrl,
    })
    for (const url of [one, two]) expect(await isThere(url)).toBe(true)
  })

  test('by null leaves the first picture alone', async () => {
    const [one, two] = [await media(), await media()]
    const item = await offer(app, seller, { imageUrl: one, images: [two] })
    expect(await put(item.id, { images: null })).toMatchObject({ imageUrl: one, images: [] })
    expect(await put(item.id, { images: null, expectedStock: null })).toMatchObject({ images: [] })
    const none = await offer(app, seller, { imageUrl: one, images: null })
    expect(none.images).toEqual([])
  })

  test('deletes pictures that nothing shows any longer', async () => {
    const [old, shared, remaining, more] = [await media(), await media(), await media(), await media()]
    const item = await offer(app, seller, { imageUrl: old, images: [shared, remaining] })
    await offer(app, seller, { imageUrl: shared })
    await put(item.id, { imageUrl: more, images: [remaining] })
    await app.runJobs()
    expect(await Promise.all([old, shared, remaining, more].map(isThere))).toEqual([false, true, true, true])
  })

  test('clears the reason of a disapproved item', async () => {
    const item = await sell(app, seller, admin)
    const { price, stock } = item
    for (const body of [{ description: 'Better' }, { price: price + 0.01 }, { stock: stock + 1 }]) {
      await decide(app, admin, item, { state: false, reason: 'Too dear' })
      expect(await put(item.id, { price, stock })).toMatchObject({ disapprovalReason: 'Too dear' })
      expect(await put(item.id, body)).toMatchObject({ disapprovalReason: null, isApproved: false })
      await put(item.id, { price, stock })
    }
  })
})

describe('the expected stock', () => {
  test('must equal the current one, or nothing changes', async () => {
    const item = await sell(app, seller, admin, { stock: 5 })
    expect(await put(item.id, { stock: 9, expectedStock: 5 })).toMatchObject({ stock: 9, isApproved: true })
    const moved = await change(app, seller, item.id, { stock: 6, price: 1, name: 'New', expectedStock: 5 })
    expect(expectFailure(moved, 409, 'STOCK_CHANGED').message).toBe(
      'The stock has changed meanwhile: it is 9 now.',
    )
    expectFailure(await change(app, seller, item.id, { price: 1, expectedStock: 0 }), 409, 'STOCK_CHANGED')
    expect(await itemRow(app, item)).toMatchObject({ stock: 9, name: item.name, is_approved: true })
  })
})

describe('rejects a change', () => {
  test.each([
    [{ name: '' }, { name: 'Required.' }],
    [{ name: null }, { name: 'Required.' }],
    [{ description: 'x'.repeat(5001) }, { description: 'Maximum 5000 characters allowed' }],
    [{ price: 0.001 }, { price: 'Must be at least 0.01.' }],
    [{ price: '5' }, { price: 'Must be a number.' }],
    [{ stock: -1 }, { stock: 'Must be 0 or more.' }],
    [{ expectedStock: 'three' }, { expectedStock: 'Must be a whole number.' }],
    [{ imageUrl: '/media/none.webp' }, { imageUrl: 'Please upload this picture first.' }],
    [{ images: ['/media/none.webp'] }, { images: 'Please upload this picture first.' }],
  ])('with %.40j', async (body, fields) => {
    const item = await sell(app, seller, admin)
    expect(expectFailure(await change(app, seller, item.id, body), 400, 'INVALID').fields).toEqual(fields)
    expect(dataOf(getItem, await app.call('GET', `/items/${item.id}`, { token: seller.token }))).toEqual(item)
  })

  test('with a foreign or a repeated picture', async () => {
    const [own, foreign] = [await media(), await media(await buildMember(app))]
    const item = await offer(app, seller, { images: [own] })
    const fieldsOf = async (body: unknown) =>
      expectFailure(await change(app, seller, item.id, body), 400).fields
    expect(await fieldsOf({ imageUrl: foreign })).toEqual({ imageUrl: expect.any(String) })
    expect(await fieldsOf({ imageUrl: own })).toEqual({ imageUrl: 'This picture is there already.' })
    expect(await fieldsOf({ images: [own, item.imageUrl] })).toEqual({
      images: 'This picture is there already.',
    })
  })

  test('by others, with 403 if they see the item and else 404', async () => {
    const [buyer, blocked] = await buildMembers(app, 2)
    await buildBlock(app, seller, blocked)
    const [listed, waiting] = [await sell(app, seller, admin), await offer(app, seller)]
    const body = { price: 1 }
    for (const { by, id, status } of [
      { by: buyer, id: listed.id, status: 403 },
      { by: buyer, id: waiting.id, status: 404 },
      { by: blocked, id: listed.id, status: 404 },
      { by: admin, id: waiting.id, status: 403 },
    ])
      expectFailure(await change(app, by, id, body), status)
    expectFailure(await change(app, seller, Number.MAX_SAFE_INTEGER, body), 404)
    await remove(app, seller, waiting.id)
    expectFailure(await change(app, seller, waiting.id, body), 404)
  })

  test('of category, seller or approval by ignoring them', async () => {
    const item = await offer(app, seller)
    const { genreIds } = await newItem(app, seller)
    const odd = { genreIds, categories: genreIds, userId: admin.id, isApproved: true, disapprovalReason: 'x' }
    expect(await put(item.id, odd)).toEqual(item)
  })
})
