import { expect, test } from 'vitest'
import { listNotifications } from '@rootsquare/contract/notifications'
import { listSavedSearches, maxSavedSearches, saveSearch } from '@rootsquare/contract/trade/saved-searches'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildGenre, buildItem, buildSavedSearch, change, decide, offer } from '#api/test/builders/market.ts'
import { buildBlock, buildMember, buildMembers } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { trimSearchNotices } from './notify-searches.ts'

const app = await sharedApp()
type Member = Awaited<ReturnType<typeof buildMember>>
const admin = await buildMember(app, { role: 'ADMIN' })
const seller = await buildMember(app)

const save = ({ token }: Member, body: unknown) => app.call('POST', '/items/searches', { token, body })
const list = async ({ token }: Member) =>
  dataOf(listSavedSearches, await app.call('GET', '/items/searches', { token }))
const remove = ({ token }: Member, id: number) => app.call('DELETE', `/items/searches/${id}`, { token })
const notifiedOf = async ({ token }: Member) =>
  dataOf(listNotifications, await app.call('GET', '/notifications', { token })).content.map(
    ({ text }) => text,
  )

async function approve(item: { id: number }): Promise<void> {
  await decide(app, admin, item)
  await app.runJobs()
}

test('saves a search once, lists the member’s searches and deletes one', async () => {
  const [member, other] = await buildMembers(app, 2)
  const genreId = await buildGenre(app)
  const filters = { genreId, minPrice: 10.5, maxPrice: 20, state: 'ng-la', inStock: true, method: 'PICKUP' }
  const first = dataOf(saveSearch, await save(member, { name: ' adire ', ...filters }))
  expect(first).toMatchObject({ ...filters, name: 'adire', state: 'NG-LA' })
  const second = dataOf(saveSearch, await save(member, { inStock: true }))
  expect(dataOf(saveSearch, await save(member, { name: 'adire', ...filters }))).toEqual(first)
  expect(await list(member)).toEqual([second, first])
  expect(await list(other)).toEqual([])
  expectFailure(await remove(other, first.id), 404)
  expect((await remove(member, first.id)).status).toBe(200)
  expectFailure(await remove(member, first.id), 404)
  expect(await list(member)).toEqual([second])
})

test.each([
  [{}, 'name'],
  [{ inStock: false }, 'name'],
  [{ name: '!?' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ genreId: 999_999 }, 'genreId'],
  [{ minPrice: 2, maxPrice: 1 }, 'minPrice'],
  [{ state: 'NG-XX' }, 'state'],
])('rejects %j', async (search, field) => {
  expect(Object.keys(expectFailure(await save(seller, search), 400).fields ?? {})).toEqual([field])
})

test('saves at most 20 searches, also when two are saved at once', async () => {
  const member = await buildMember(app)
  for (let nth = 1; nth < maxSavedSearches; nth += 1)
    await buildSavedSearch(app, member, { name: `drum${nth}` })
  const answers = await Promise.all([save(member, { name: 'one' }), save(member, { name: 'two' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await list(member)).toHaveLength(maxSavedSearches)
})

test('notifies members once of an approved item that matches', async () => {
  const [member, other] = await buildMembers(app, 2)
  await buildSavedSearch(app, member, { name: 'indigo wrap' })
  await buildSavedSearch(app, member, { name: 'indigo' })
  await buildSavedSearch(app, other, { name: 'indigo drum' })
  const item = await offer(app, seller, { name: 'Indigo wrapper' })
  await app.runJobs()
  expect(await notifiedOf(member)).toEqual([])
  await approve(item)
  const text = 'New in the market for your search “indigo wrap”: Indigo wrapper'
  expect(await notifiedOf(member)).toEqual([text])
  expect(await notifiedOf(other)).toEqual([])
  await app.call('PATCH', '/notifications/read', { token: member.token, body: {} })
  await change(app, seller, item.id, { description: 'Darker now' })
  await approve(item)
  expect(await notifiedOf(member)).toEqual([text])
})

test.each([
  [{ state_code: 'NG-EN' }, true],
  [{ state_code: 'NG-LA' }, false],
  [{ in_stock: true, name: 'quovex' }, true],
  [{ method: 'PICKUP' as const, name: 'quovex' }, false],
  [{ min_price_kobo: 100, max_price_kobo: 200, name: 'quovex' }, false],
  [{ min_price_kobo: 100, name: 'quovex' }, true],
])('matches an item in Enugu with delivery against %j: %s', async (filters, isFound) => {
  const member = await buildMember(app)
  await buildSavedSearch(app, member, filters)
  await approve(await buildItem(app, seller, { name: 'Quovex', is_approved: false, state_code: 'NG-EN' }))
  expect(await notifiedOf(member)).toHaveLength(isFound ? 1 : 0)
})

test('notifies nobody of their own item or across a block', async () => {
  const [blocked, blocker, silent] = await buildMembers(app, 3)
  await buildBlock(app, seller, blocked)
  await buildBlock(app, blocker, seller)
  const kinds = { ORDER: { inApp: false, push: false, mail: false } }
  await app.call('PUT', '/notifications/settings', { token: silent.token, body: { kinds } })
  for (const member of [blocked, blocker, silent, seller])
    await buildSavedSearch(app, member, { name: 'calabash' })
  await approve(await buildItem(app, seller, { name: 'Calabash', is_approved: false }))
  for (const member of [blocked, blocker, silent, seller]) expect(await notifiedOf(member)).toEqual([])
})

test('notifies a member at most ten times a day', async () => {
  const member = await buildMember(app)
  await buildSavedSearch(app, member, { name: 'bangle' })
  for (let nth = 1; nth <= 11; nth += 1)
    await decide(app, admin, await buildItem(app, seller, { name: `Bangle ${nth}`, is_approved: false }))
  await app.runJobs()
  expect(await notifiedOf(member)).toHaveLength(10)
})

test('deletes the notices of searches after 90 days', async () => {
  const member = await buildMember(app)
  const items = [await buildItem(app, seller), await buildItem(app, seller)]
  const ages = [91, 89].map((days) => inDays(app.clock.now(), -days))
  const rows = items.map(({ id }, nth) => ({
    item_id: id,
    member_id: member.id,
    created_at: ages[nth] ?? app.clock.now(),
  }))
  await app.deps.db.insertInto('search_notices').values(rows).execute()
  await trimSearchNotices.run(app.deps, {})
  const left = app.deps.db.selectFrom('search_notices').select('item_id').where('member_id', '=', member.id)
  expect(await left.execute()).toEqual([{ item_id: items[1]?.id }])
})
