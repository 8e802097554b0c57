import { beforeAll, describe, expect, test } from 'vitest'
import { listGenres } from '@rootsquare/contract/trade/genres'
import { listItems } from '@rootsquare/contract/trade/market'
import { buildBlock, buildMember, buildMembers } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildGenre, buildItem } from '#api/test/builders/market.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { insertRows, updateRows } from '#api/test/rows.ts'

const app = await sharedApp()
const viewer = await buildMember(app)

const ask = (query: Record<string, string | number> = {}, token = viewer.token) =>
  app.call('GET', '/items', { token, query })
const list = async (query: Record<string, string | number> = {}, token = viewer.token) =>
  dataOf(listItems, await ask(query, token))
const namesIn = ({ content }: { content: { name: string }[] }) => content.map(({ name }) => name)

describe('the items on sale', () => {
  test('have the fields of the contract, with the price in Naira', async () => {
    const seller = await buildMember(app, { profile_image: '/media/a.webp' })
    const item = await buildItem(app, seller, {
      image_url: '/media/i.webp',
      thumbnail_url: '/media/i-small.webp',
    })
    const genres = [await buildGenre(app, 'Textiles'), await buildGenre(app, 'Art')]
    for (const genre_id of genres.toReversed())
      await app.deps.db.insertInto('item_genres').values({ item_id: item.id, genre_id }).execute()
    for (const [position, url] of [
      [2, '/media/two.webp'],
      [1, '/media/one.webp'],
    ] as const)
      await app.deps.db.insertInto('item_images').values({ item_id: item.id, position, url }).execute()
    expect((await list({ userId: seller.id })).content).toEqual([
      {
        id: item.id,
        name: 'Adire wrapper',
        description: 'Indigo, two yards',
        price: 12_500.5,
        stock: 3,
        imageUrl: '/media/i.webp',
        thumbnailUrl: '/media/i-small.webp',
        images: ['/media/one.webp', '/media/two.webp'],
        isApproved: true,
        disapprovalReason: null,
        userId: seller.id,
        sellerUsername: seller.username,
        sellerProfileImage: '/media/a.webp',
        categories: genres,
        delivery: {
          methods: ['DELIVERY'],
          feeSameState: 0,
          feeOtherState: 0,
          stateCode: null,
          lgaCode: null,
        },
        favorite: false,
        createdDate: expect.stringMatching(/Z$/),
        can: { update: false, delete: false, approve: false, buy: true, message: true },
        rating: { average: null, count: 0 },
      },
    ])
  })

  test('come newest first, page by page, of all members or of one', async () => {
    const [one, other] = await buildMembers(app, 2)
    for (const name of ['First', 'Second', 'Third']) await buildItem(app, one, { name })
    await buildItem(app, other, { name: 'Fourth' })
    expect(namesIn(await list({ size: 4 }))).toEqual(['Fourth', 'Third', 'Second', 'First'])
    const page = await list({ userId: one.id, page: 1, size: 2 })
    expect(namesIn(page)).toEqual(['First'])
    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, last: true, number: 1 })
    expect(await list({ userId: Number.MAX_SAFE_INTEGER })).toMatchObject({ content: [], totalElements: 0 })
  })

  test('that wait for approval are listed for their seller only', async () => {
    const [seller, admin] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
    await buildItem(app, seller, { name: 'Approved of Ada' })
    await buildItem(app, seller, { name: 'Waiting of Ada', is_approved: false })
    for (const { token } of [viewer, admin])
      expect(namesIn(await list({ userId: seller.id }, token))).toEqual(['Approved of Ada'])
    expect(namesIn(await list({ name: 'of Ada' }, seller.token))).toEqual(['Approved of Ada'])
    const own = await list({ userId: seller.id }, seller.token)
    expect(own.content.map(({ name, isApproved, can }) => [name, isApproved, can.update])).toEqual([
      ['Waiting of Ada', false, true],
      ['Approved of Ada', true, true],
    ])
    expect(own.totalElements).toBe(2)
    await updateRows(
      app.deps.db,
      'items',
      { seller_id: seller.id },
      { deleted_at: app.clock.now(), is_approved: false },
    )
    expect(await list({ userId: seller.id }, seller.token)).toMatchObject({ content: [], totalElements: 0 })
  })

  test('leave out sellers who are locked out, unverified or across a block', async () => {
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
    for (const seller of sellers) await buildItem(app, seller, { name: 'Hidden hat' })
    const served = await buildMember(app, { suspended_until: new Date(now.getTime() - 1000) })
    await buildItem(app, served, { name: 'Shown hat' })
    const hats = await list({ name: 'hat' })
    expect(namesIn(hats)).toEqual(['Shown hat'])
    expect(hats.totalElements).toBe(1)
    for (const { id } of sellers) expect(await list({ userId: id })).toMatchObject({ content: [] })
    expect(namesIn(await list({ userId: blocked.id }, blocked.token))).toEqual(['Hidden hat'])
  })

  test('include sold-out items', async () => {
    const seller = await buildMember(app)
    await buildItem(app, seller, { name: 'Gone', stock: 0 })
    expect((await list({ userId: seller.id })).content).toMatchObject([{ name: 'Gone', stock: 0 }])
  })
})

test('sorts categories by name without regard to accents and case', async () => {
  await app.deps.db.deleteFrom('genres').execute()
  for (const name of ['pottery', 'Éléko', 'Beads']) await buildGenre(app, name)
  const answer = await app.call('GET', '/genre/', { token: viewer.token })
  expect(dataOf(listGenres, answer).map(({ name }) => name)).toEqual(['Beads', 'Éléko', 'pottery'])
})

describe('the filters by place, stock and delivery', () => {
  const offers = { PICKUP: { offers_pickup: true, offers_delivery: false }, both: { offers_pickup: true } }
  let category = 0
  beforeAll(async () => {
    const seller = await buildMember(app)
    category = await buildGenre(app)
    for (const [name, row] of Object.entries({
      'Stool from Lagos': { state_code: 'NG-LA', ...offers.both },
      'Stool from Oyo': { state_code: 'NG-OY', stock: 0, ...offers.PICKUP },
      'Stool from somewhere': {},
    })) {
      const item = await buildItem(app, seller, { name, ...row })
      await app.deps.db.insertInto('item_genres').values({ item_id: item.id, genre_id: category }).execute()
    }
  })

  test.each([
    [{}, ['somewhere', 'Oyo', 'Lagos']],
    [{ state: 'NG-LA' }, ['Lagos']],
    [{ state: 'ng-oy' }, ['Oyo']],
    [{ state: 'NG-XX' }, []],
    [{ inStock: 'true' }, ['somewhere', 'Lagos']],
    [{ inStock: 'false' }, ['somewhere', 'Oyo', 'Lagos']],
    [{ method: 'PICKUP' }, ['Oyo', 'Lagos']],
    [{ method: 'DELIVERY' }, ['somewhere', 'Lagos']],
    [{ method: 'PICKUP', inStock: 'true', name: 'stool' }, ['Lagos']],
  ])('%j', async (filter, from) => {
    const page = await list({ genreId: category, ...filter })
    expect(namesIn(page)).toEqual(from.map((place) => `Stool from ${place}`))
    expect(page.totalElements).toBe(from.length)
  })
})

describe('the total, which is not counted', () => {
  const counted = async (query: Record<string, string | number>, token: string) => {
    const { content, totalElements, last } = await list({ ...query, size: 100 }, token)
    expect([totalElements, last]).toEqual([content.length, true])
    return content.length
  }

  test('leaves out suspended, banned and blocked sellers', async () => {
    const reader = await buildMember(app)
    const sellers = await buildMembers(app, 3)
    const genreId = await buildGenre(app)
    for (const seller of [...sellers, ...sellers])
      await insertRows(app.deps.db, 'item_genres', {
        item_id: (await buildItem(app, seller)).id,
        genre_id: genreId,
      })
    await buildItem(app, reader, { is_approved: false })
    const before = await counted({}, reader.token)
    const less = async (figures: number) => {
      expect(await counted({}, reader.token)).toBe(before - figures)
      expect(await counted({ genreId }, reader.token)).toBe(6 - figures)
    }
    const set = (seller: { id: number } | undefined, changed: Record<string, Date | null>) =>
      updateRows(app.deps.db, 'members', { id: seller?.id ?? 0 }, changed)
    const later = new Date(app.clock.now().getTime() + 3_600_000)
    await less(0)
    await set(sellers[0], { suspended_until: later })
    await less(2)
    await buildBlock(app, reader, sellers[0] ?? reader)
    await buildBlock(app, sellers[1] ?? reader, reader)
    await less(4)
    await set(sellers[0], { banned_at: app.clock.now() })
    await set(sellers[2], { banned_at: app.clock.now() })
    await less(6)
    await set(sellers[2], { banned_at: null })
    await less(4)
    expect(await list({ page: 50 }, reader.token)).toMatchObject({ content: [], totalElements: before - 4 })
  })
})

describe('items can be selected', () => {
  let seller: Awaited<ReturnType<typeof buildMember>>
  let genreId: number
  beforeAll(async () => {
    seller = await buildMember(app)
    genreId = await buildGenre(app)
    for (const [name, price_kobo] of [
      ['Ten kobo', 10],
      ['Thirty kobo', 30],
      ['A million and a kobo', 100_000_001],
    ] as const) {
      const item = await buildItem(app, seller, { name, price_kobo })
      await app.deps.db.insertInto('item_genres').values({ item_id: item.id, genre_id: genreId }).execute()
    }
  })

  test.each([
    [{}, ['A million and a kobo', 'Thirty kobo', 'Ten kobo']],
    [{ sort: 'newest' }, ['A million and a kobo', 'Thirty kobo', 'Ten kobo']],
    [{ sort: 'best' }, ['A million and a kobo', 'Thirty kobo', 'Ten kobo']],
    [{ sort: 'price' }, ['Ten kobo', 'Thirty kobo', 'A million and a kobo']],
    [{ sort: '-price' }, ['A million and a kobo', 'Thirty kobo', 'Ten kobo']],
    [{ minPrice: '0.30' }, ['A million and a kobo', 'Thirty kobo']],
    [{ maxPrice: '0.3' }, ['Thirty kobo', 'Ten kobo']],
    [{ minPrice: '1000000.01', maxPrice: '1000000.01' }, ['A million and a kobo']],
    [{ minPrice: 0.31, maxPrice: '1000000' }, []],
    [{ name: 'kobo', minPrice: '0.30' }, ['Thirty kobo', 'A million and a kobo']],
    [{ name: 'kobo', sort: 'price' }, ['Ten kobo', 'Thirty kobo', 'A million and a kobo']],
    [{ name: 'kobo', sort: 'newest', size: 2 }, ['A million and a kobo', 'Thirty kobo']],
    [{ name: 'kobo', sort: '-price', size: 1, page: 2 }, ['Ten kobo']],
  ])('by %j in a category: %j', async (query, expected) => {
    const found = await list({ genreId, ...query })
    const names = namesIn(found)
    // Two names match the search equally well, so only the set is compared.
    expect('name' in query && !('sort' in query) ? names.toSorted() : names).toEqual(
      'name' in query && !('sort' in query) ? expected.toSorted() : expected,
    )
    if (!('size' in query)) expect(found.totalElements).toBe(expected.length)
  })

  test('by favourites, as long as they are on sale', async () => {
    const reader = await buildMember(app)
    const items = [
      await buildItem(app, seller, { name: 'Kept' }),
      await buildItem(app, seller, { name: 'Lost' }),
    ]
    for (const { id } of items)
      await insertRows(app.deps.db, 'favorites', {
        member_id: reader.id,
        item_id: id,
        created_at: app.clock.now(),
      })
    const favorites = (query = {}) => list({ favorite: 'true', ...query }, reader.token)
    expect(await favorites()).toMatchObject({ content: [{ name: 'Lost', favorite: true }, { name: 'Kept' }] })
    await updateRows(app.deps.db, 'items', { id: items[1]?.id ?? 0 }, { is_approved: false })
    expect(await favorites()).toMatchObject({ content: [{ name: 'Kept' }], totalElements: 1 })
    expect(namesIn(await favorites({ name: 'kep' }))).toEqual(['Kept'])
    expect(namesIn(await favorites({ name: 'kobo' }))).toEqual([])
    expect((await list({ favorite: 'true' })).content).toEqual([])
    expect((await list({ favorite: 'false', userId: seller.id }, reader.token)).totalElements).toBe(4)
  })

  test('but not by a part of a kobo', async () => {
    const failure = expectFailure(await ask({ minPrice: '0.001' }), 400, 'INVALID')
    expect(failure.fields).toEqual({ minPrice: expect.any(String) })
  })
})

test.each(['/items', '/genre', '/state', '/state/lga/NG-LA', '/groups'])(
  '%s answers 304 to a known ETag',
  async (path) => {
    const { token } = viewer
    const first = await app.call('GET', path, { token })
    const whose = path === '/groups' ? 'public' : 'private'
    expect(first.headers.get('cache-control')).toMatch(new RegExp(`^${whose}, max-age=\\d+$`))
    const etag = first.headers.get('etag') ?? ''
    const again = await app.call('GET', path, { token, headers: { 'if-none-match': etag } })
    expect([again.status, again.body]).toEqual([304, null])
    await buildItem(app, viewer)
    await buildGenre(app)
    const { status } = await app.call('GET', path, { token, headers: { 'if-none-match': etag } })
    expect(status).toBe(['/items', '/genre'].includes(path) ? 200 : 304)
  },
)
