import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listGenres, listItems } from '@rootsquare/contract/market'
import type { Tables } from '#api/db/tables.ts'
import { buildBlock, buildMember } from '#api/test/build.ts'
import { dataOf } from '#api/test/data-of.ts'
import { expectFailure } from '#api/test/failure.ts'
import { testApp } from '#api/test/test-app.ts'
import type { TestApp } from '#api/test/test-app.ts'

let app: TestApp
let viewer: Awaited<ReturnType<typeof buildMember>>
beforeAll(async () => {
  app = await testApp()
  viewer = await buildMember(app)
})
afterAll(() => app.stop())

const ask = (query: Record<string, string | number> = {}, token = viewer.token) =>
  app.call('GET', '/items', { token, query })
const list = async (query: Record<string, string | number> = {}, token = viewer.token) =>
  dataOf(listItems, await ask(query, token))
const namesIn = ({ content }: { content: { name: string }[] }) => content.map(({ name }) => name)

async function buildItem(seller: { id: number }, given: Partial<Insertable<Tables['items']>> = {}) {
  return app.deps.db
    .insertInto('items')
    .values({
      seller_id: seller.id,
      name: 'Adire wrapper',
      description: 'Indigo, two yards',
      price_kobo: 1_250_050,
      stock: 3,
      is_approved: true,
      created_at: app.clock.now(),
      ...given,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

async function buildGenre(name: string): Promise<number> {
  const genre = await app.deps.db
    .insertInto('genres')
    .values({ name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return genre.id
}

describe('the items on sale', () => {
  test('have the fields of the contract, with the price in Naira', async () => {
    const seller = await buildMember(app, { profile_image: '/media/a.webp' })
    const item = await buildItem(seller, { image_url: '/media/i.webp', thumbnail_url: '/media/i-small.webp' })
    const genres = [await buildGenre('Textiles'), await buildGenre('Art')]
    for (const genre_id of genres.toReversed())
      await app.deps.db.insertInto('item_genres').values({ item_id: item.id, genre_id }).execute()
    expect((await list({ userId: seller.id })).content).toEqual([
      {
        id: item.id,
        name: 'Adire wrapper',
        description: 'Indigo, two yards',
        price: 12_500.5,
        stock: 3,
        imageUrl: '/media/i.webp',
        thumbnailUrl: '/media/i-small.webp',
        isApproved: true,
        userId: seller.id,
        sellerUsername: seller.username,
        sellerProfileImage: '/media/a.webp',
        categories: genres,
        createdDate: expect.stringMatching(/Z$/),
        can: { update: false },
      },
    ])
  })

  test('come newest first, page by page, all members’ or one’s', async () => {
    const [one, other] = [await buildMember(app), await buildMember(app)]
    for (const name of ['First', 'Second', 'Third']) await buildItem(one, { name })
    await buildItem(other, { name: 'Fourth' })
    expect(namesIn(await list({ size: 4 }))).toEqual(['Fourth', 'Third', 'Second', 'First'])
    const page = await list({ userId: one.id, page: 1, size: 2 })
    expect(namesIn(page)).toEqual(['First'])
    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, last: true, number: 1 })
    expect(await list({ userId: Number.MAX_SAFE_INTEGER })).toMatchObject({ content: [], totalElements: 0 })
  })

  test('that are not approved are seen by their seller alone, who asks for the own ones', async () => {
    const [seller, admin] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
    await buildItem(seller, { name: 'Approved of Ada' })
    await buildItem(seller, { name: 'Waiting of Ada', is_approved: false })
    for (const { token } of [viewer, admin])
      expect(namesIn(await list({ userId: seller.id }, token))).toEqual(['Approved of Ada'])
    expect(namesIn(await list({ name: 'of Ada' }, seller.token))).toEqual(['Approved of Ada'])
    const own = await list({ userId: seller.id }, seller.token)
    expect(own.content.map(({ name, isApproved, can }) => [name, isApproved, can.update])).toEqual([
      ['Waiting of Ada', false, true],
      ['Approved of Ada', true, true],
    ])
    expect(own.totalElements).toBe(2)
  })

  test('are not those of the banned, the suspended, the unverified, nor across a block', async () => {
    const now = app.clock.now()
    const blocking = await buildMember(app)
    const blocked = await buildMember(app)
    const sellers = [
      await buildMember(app, { banned_at: now }),
      await buildMember(app, { suspended_until: new Date(now.getTime() + 3_600_000) }),
      await buildMember(app, { verified_at: null }),
      blocking,
      blocked,
    ]
    await buildBlock(app, blocking, viewer)
    await buildBlock(app, viewer, blocked)
    for (const seller of sellers) await buildItem(seller, { name: 'Hidden hat' })
    const served = await buildMember(app, { suspended_until: new Date(now.getTime() - 1000) })
    await buildItem(served, { name: 'Shown hat' })
    const hats = await list({ name: 'hat' })
    expect(namesIn(hats)).toEqual(['Shown hat'])
    expect(hats.totalElements).toBe(1)
    for (const { id } of sellers) expect(await list({ userId: id })).toMatchObject({ content: [] })
    expect(namesIn(await list({ userId: blocked.id }, blocked.token))).toEqual(['Hidden hat'])
  })

  test('that are sold out are still shown', async () => {
    const seller = await buildMember(app)
    await buildItem(seller, { name: 'Gone', stock: 0 })
    expect((await list({ userId: seller.id })).content).toMatchObject([{ name: 'Gone', stock: 0 }])
  })
})

describe('sought by name', () => {
  let seller: Awaited<ReturnType<typeof buildMember>>
  beforeAll(async () => {
    seller = await buildMember(app)
    await buildItem(seller, { name: 'Ìlù gángan', description: 'A talking drum from Ọ̀yọ́' })
    await buildItem(seller, { name: 'Rattle', description: '100% calabash, with under_score' })
    await buildItem(seller, { name: 'Little drum', description: 'For children' })
  })

  test.each([
    ['ilu', ['Ìlù gángan']],
    ['DRUM', ['Little drum', 'Ìlù gángan']],
    ['oyo drum', ['Ìlù gángan']],
    ['  drum   little ', ['Little drum']],
    ['%', ['Rattle']],
    ['_', ['Rattle']],
    ['\\', []],
    ['drum rattle', []],
    ["'; drop table items; --", []],
    ['', ['Little drum', 'Rattle', 'Ìlù gángan']],
    ['   ', ['Little drum', 'Rattle', 'Ìlù gángan']],
  ])('%j finds %j', async (name, expected) => {
    const found = await list({ name, userId: seller.id })
    expect(namesIn(found)).toEqual(expected)
    expect(found.totalElements).toBe(expected.length)
  })

  test('100 letters may be asked for, 101 not, and no NUL', async () => {
    expect(await list({ name: 'x'.repeat(100) })).toMatchObject({ content: [] })
    const failure = expectFailure(await ask({ name: 'x'.repeat(101) }), 400, 'INVALID')
    expect(failure.fields).toEqual({ name: 'Maximum 100 characters allowed' })
    expectFailure(await ask({ name: 'a\0b' }), 400, 'BAD_TEXT')
  })

  test.each([
    ['userId', '0'],
    ['userId', 'me'],
    ['page', '-1'],
    ['size', '0'],
    ['size', '101'],
  ])('%s=%s is a 400', async (field, value) => {
    const failure = expectFailure(await ask({ [field]: value }), 400, 'INVALID')
    expect(failure.fields).toEqual({ [field]: expect.any(String) })
  })
})

test('the categories come by name, without regard to accents and case', async () => {
  await app.deps.db.deleteFrom('genres').execute()
  for (const name of ['pottery', 'Éléko', 'Beads']) await buildGenre(name)
  const answer = await app.call('GET', '/genre/', { token: viewer.token })
  expect(dataOf(listGenres, answer).map(({ name }) => name)).toEqual(['Beads', 'Éléko', 'pottery'])
})
