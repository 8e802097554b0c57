import { describe, expect, test } from 'vitest'
import { getItem, listAllItems } from '@rootsquare/contract/trade/market'
import { buildBlock, buildMember, buildMembers } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildGenre, buildItem } from '#api/test/builders/market.ts'
import { buildOffer } from '#api/test/builders/offers.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { insertRows } from '#api/test/rows.ts'

type Member = Awaited<ReturnType<typeof buildMember>>

const app = await sharedApp()
const viewer = await buildMember(app)
const admin = await buildMember(app, { role: 'ADMIN' })

const open = ({ token }: Member, id: number | string) => app.call('GET', `/items/${id}`, { token })
const later = () => new Date(app.clock.now().getTime() + 3_600_000)
type Locks = { suspended_until?: Date | null; banned_at?: Date | null }
const changeMember = ({ id }: Member, changed: Locks) =>
  app.deps.db.updateTable('members').set(changed).where('id', '=', id).execute()
const changeItem = ({ id }: { id: number }, changed: Record<string, Date | boolean | number | string>) =>
  app.deps.db.updateTable('items').set(changed).where('id', '=', id).execute()

describe('one item', () => {
  test('shows the accepted price to its buyer only', async () => {
    const [seller, buyer] = await buildMembers(app, 2)
    const item = await buildItem(app, seller, { price_kobo: 500_000 })
    const decided = { state: 'ACCEPTED' as const, decided_at: app.clock.now(), valid_until: later() }
    await buildOffer(app, buyer, seller, { item_id: item.id, price_kobo: 450_000, ...decided })
    const offerTo = async (member: Member) => dataOf(getItem, await open(member, item.id)).offer
    expect(await offerTo(buyer)).toEqual({ price: 4500, validUntil: decided.valid_until.toISOString() })
    expect(await offerTo(viewer)).toBeUndefined()
    await changeItem(item, { price_kobo: 400_000 })
    expect(await offerTo(buyer), 'today’s price is lower').toBeUndefined()
  })

  test('shows each member what they may do', async () => {
    const seller = await buildMember(app)
    const item = await buildItem(app, seller)
    const canOf = async (member: Member) => dataOf(getItem, await open(member, item.id)).can
    const none = { update: false, delete: false, approve: false, buy: false, message: false }
    expect(await canOf(viewer)).toEqual({ ...none, buy: true, message: true })
    expect(await canOf(seller)).toEqual({ ...none, update: true, delete: true })
    expect(await canOf(admin)).toEqual({ ...none, delete: true, approve: true, buy: true, message: true })
    await changeItem(item, { stock: 0 })
    expect(await canOf(viewer)).toEqual({ ...none, message: true })
    await changeItem(item, { stock: 1, is_approved: false })
    expect(await canOf(seller)).toEqual({ ...none, update: true, delete: true })
    expect(await canOf(admin)).toEqual({ ...none, delete: true, approve: true, message: true })
    const own = await buildItem(app, admin, { is_approved: false })
    expect(await canOf(admin)).toMatchObject({ approve: true })
    expect(dataOf(getItem, await open(admin, own.id)).can).toMatchObject({ approve: false, update: true })
  })

  test('shows a disapproved item and the reason to its seller and admins', async () => {
    const seller = await buildMember(app)
    const { id } = await buildItem(app, seller, { is_approved: false, disapproval_reason: 'Not a drum' })
    expectFailure(await open(viewer, id), 404, 'NOT_FOUND')
    for (const member of [seller, admin])
      expect(dataOf(getItem, await open(member, id))).toMatchObject({
        isApproved: false,
        disapprovalReason: 'Not a drum',
      })
    await changeItem({ id }, { is_approved: true })
    expect(dataOf(getItem, await open(viewer, id)).disapprovalReason).toBeNull()
  })

  test('hides items of locked-out or blocked sellers except from admins', async () => {
    const locks: Locks[] = [{ suspended_until: later() }, { banned_at: app.clock.now() }]
    for (const changed of locks) {
      const seller = await buildMember(app)
      const { id } = await buildItem(app, seller)
      await changeMember(seller, changed)
      expectFailure(await open(viewer, id), 404, 'NOT_FOUND')
      expect(dataOf(getItem, await open(admin, id)).can).toMatchObject({ buy: false, message: false })
      await changeMember(seller, { suspended_until: null, banned_at: null })
      expect((await open(viewer, id)).status).toBe(200)
    }
    const [blocking, blocked] = await buildMembers(app, 2)
    await buildBlock(app, blocking, viewer)
    await buildBlock(app, viewer, blocked)
    for (const seller of [blocking, blocked])
      expectFailure(await open(viewer, (await buildItem(app, seller)).id), 404, 'NOT_FOUND')
  })

  test('answers 404 for a deleted or unknown item', async () => {
    const seller = await buildMember(app)
    const item = await buildItem(app, seller)
    await changeItem(item, { is_approved: false, deleted_at: app.clock.now() })
    for (const member of [viewer, seller, admin])
      for (const id of [item.id, Number.MAX_SAFE_INTEGER])
        expectFailure(await open(member, id), 404, 'NOT_FOUND')
  })

  test('stays visible to its buyer after deletion, ban or block', async () => {
    const [seller, blocker, buyer] = await buildMembers(app, 3)
    const items = [await buildItem(app, seller), await buildItem(app, blocker), await buildItem(app, blocker)]
    const [banned, blocked, deleted] = items
    if (!banned || !blocked || !deleted) throw new Error('Not all are there.')
    const orderLines = items.map((item) => ({ item }))
    for (const by of [buyer, admin])
      await buildOrder(app, by, orderLines, { status: 'CANCELED', isPaid: true })
    await changeMember(seller, { banned_at: app.clock.now() })
    await buildBlock(app, blocker, buyer)
    await changeItem(deleted, { deleted_at: app.clock.now(), is_approved: false })
    for (const { id } of items) {
      expect((await open(viewer, id)).status).toBe(id === blocked.id ? 200 : 404)
      const { can } = dataOf(getItem, await open(buyer, id))
      expect(can).toMatchObject({ buy: false, message: false, delete: false })
      const add = { token: buyer.token, body: { itemId: id, count: 1 } }
      expectFailure(await app.call('POST', '/cart/add', add), 404)
    }
    const { can } = dataOf(getItem, await open(admin, deleted.id))
    expect(can).toMatchObject({ approve: false, delete: false, buy: false })
  })

  test('shows a buyer the text at the time of the order', async () => {
    const [buyer, late, seller] = await buildMembers(app, 3)
    const pictures = { image_url: '/media/a.webp', thumbnail_url: '/media/a-small.webp' }
    const item = await buildItem(app, seller, { ...pictures, name: 'Drum', price_kobo: 500_000, stock: 9 })
    await buildOrder(app, buyer, [{ item }], { status: 'COMPLETED' })
    await buildOrder(app, late, [{ item }], { status: 'FAILED' })
    const columns = { name: 'Not approved', description: 'Not approved', image_url: '/media/not.webp' }
    await changeItem(item, { ...columns, price_kobo: 100, is_approved: false })
    await insertRows(app.deps.db, 'item_images', {
      item_id: item.id,
      url: '/media/not-either.webp',
      position: 1,
    })
    expectFailure(await open(await buildMember(app), item.id), 404)
    for (const member of [buyer, late])
      expect(dataOf(getItem, await open(member, item.id))).toMatchObject({
        name: 'Drum',
        price: 5000,
        description: '',
        imageUrl: '/media/a.webp',
        thumbnailUrl: '/media/a-small.webp',
        images: [],
        can: { buy: false },
      })
    expect(dataOf(getItem, await open(admin, item.id)).name).toBe('Not approved')
    await changeItem(item, { is_approved: true })
    expect(dataOf(getItem, await open(buyer, item.id))).toMatchObject({ name: 'Not approved', price: 1 })
  })

  test('hides an item that was created during the ban of its seller', async () => {
    const seller = await buildMember(app)
    const ban = 'update members set banned_at = now() where id = $1'
    const offered = callDuring(app, ban, [seller.id], () => buildItem(app, seller))
    expectFailure(await open(viewer, (await offered).id), 404, 'NOT_FOUND')
  })
})

describe('the list for admins', () => {
  type Query = Record<string, string | number>
  const list = async (query: Query = {}) =>
    dataOf(listAllItems, await app.call('GET', '/items/admin/items', { token: admin.token, query }))
  const namesIn = ({ content }: { content: { name: string }[] }) => content.map(({ name }) => name)

  test('has all items, those that wait longest first', async () => {
    const [seller, banned, suspended] = await buildMembers(app, 3)
    const genreId = await buildGenre(app)
    const build = async (owner: Member, name: string, overrides = {}) => {
      const item = await buildItem(app, owner, { name, ...overrides })
      await app.deps.db.insertInto('item_genres').values({ item_id: item.id, genre_id: genreId }).execute()
      return item
    }
    await build(seller, 'Udu approved', { price_kobo: 300 })
    const refused = await build(seller, 'Udu waiting', { is_approved: false, price_kobo: 100 })
    await build(banned, 'Udu of a banned one', { price_kobo: 200 })
    await build(suspended, 'Udu waiting too', { is_approved: false, price_kobo: 400 })
    const gone = await build(seller, 'Udu deleted')
    await changeItem(gone, { is_approved: false, deleted_at: app.clock.now() })
    await changeMember(banned, { banned_at: app.clock.now() })
    await changeMember(suspended, { suspended_until: later() })
    await buildBlock(app, seller, admin)
    const everything = ['Udu waiting too', 'Udu of a banned one', 'Udu waiting', 'Udu approved']
    const all = await list({ genreId })
    expect([namesIn(all), all.totalElements]).toEqual([everything, 4])
    const waiting = await list({ genreId, approved: 'false' })
    expect([namesIn(waiting), waiting.totalElements]).toEqual([['Udu waiting', 'Udu waiting too'], 2])
    await changeItem(refused, { disapproval_reason: '' })
    expect(namesIn(await list({ genreId, approved: 'false', disapproved: 'true' }))).toEqual(['Udu waiting'])
    const undecided = await list({ genreId, approved: 'false', disapproved: 'false' })
    expect([namesIn(undecided), undecided.totalElements]).toEqual([['Udu waiting too'], 1])
    const approved = ['Udu of a banned one', 'Udu approved']
    expect(namesIn(await list({ genreId, approved: 'true' }))).toEqual(approved)
    expect(namesIn(await list({ genreId, sort: 'price' }))).toEqual([
      'Udu waiting',
      'Udu of a banned one',
      'Udu approved',
      'Udu waiting too',
    ])
    expect(namesIn(await list({ approved: 'false', sort: 'newest', genreId }))).toEqual([
      'Udu waiting too',
      'Udu waiting',
    ])
    expect(namesIn(await list({ userId: banned.id }))).toEqual(['Udu of a banned one'])
    expect(namesIn(await list({ name: 'udu' })).toSorted()).toEqual(everything.toSorted())
    expect(namesIn(await list({ name: 'udu wating', approved: 'false' })).toSorted()).toEqual([
      'Udu waiting',
      'Udu waiting too',
    ])
    expect(namesIn(await list({ name: 'udu', maxPrice: 2, userId: seller.id }))).toEqual(['Udu waiting'])
    expect(await list({ genreId, page: 7 })).toMatchObject({ content: [], totalElements: 4 })
  })

  test('is rejected for others', async () => {
    expectFailure(await app.call('GET', '/items/admin/items', { token: viewer.token }), 403)
  })
})
