import { afterAll, expect, onTestFinished, test } from 'vitest'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { buildMember, buildMembers } from '#api/test/builders/members.ts'
import { buildGenre, buildItem, change, decide, offer, remove } from '#api/test/builders/market.ts'
import { ban } from '#api/test/builders/moderation.ts'
import { testApp } from '#api/test/test-app.ts'
import { updateRows } from '#api/test/rows.ts'
import { deleteUnusedWordsNightly, recountItems, recountItemsNightly } from './recount.ts'

const app = await testApp()
afterAll(() => app.stop())

const many = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))
const wordsNow = async () => {
  const rows = await app.deps.db.selectFrom('words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

test('counters and search words match a recount after changes at once', async () => {
  const genres = await many(3, () => buildGenre(app))
  const sellers = await buildMembers(app, 5)
  const [admin, other] = await buildMembers(app, 2, { role: 'ADMIN' })
  const [banned, leaving] = sellers
  const items = []
  for (const seller of sellers)
    for (const nth of [0, 1, 2, 3])
      items.push({
        seller,
        ...(await offer(app, seller, { name: `Bowl ${nth}`, genreIds: genres.slice(nth % 3) })),
      })
  for (const item of items.slice(0, 14)) await decide(app, admin, item)
  await updateRows(app.deps.db, 'members', { id: leaving.id }, { closure_requested_at: new Date(0) })
  const answers = await Promise.all([
    ...items
      .slice(8)
      .flatMap((item, nth) => [
        decide(app, other, item),
        change(app, item.seller, item.id, { name: `Basin ${nth}` }),
        ...(nth % 3 ? [] : [remove(app, item.seller, item.id)]),
        decide(app, admin, item, { state: nth % 2 === 0, reason: 'Look again' }),
      ]),
    ban(app, admin, banned),
    eraseClosed.run(app.deps, {}).then(() => ({ status: 200, body: {} })),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(25)
  expect(await recountItems(app.deps.db)).toEqual([])
})

test('the nightly recount logs only what differs', async () => {
  // This test uses an app of its own, because its differences would be found by the other tests too.
  const lines: string[] = []
  const app = await testApp({ log: (line) => lines.push(line) })
  onTestFinished(() => app.stop())
  const item = await buildItem(app, await buildMember(app))
  const logged = () => lines.filter((line) => line.includes('differ from the items'))
  await recountItemsNightly.run(app.deps, {})
  expect(logged()).toEqual([])
  await app.deps.db
    .updateTable('item_counts')
    .set((row) => ({ n: row('n', '+', 1) }))
    .where('genre_id', '=', 0)
    .execute()
  await app.deps.db
    .deleteFrom('item_words')
    .where('item_id', '=', item.id)
    .where('word', '=', 'indigo')
    .execute()
  const drift = await recountItems(app.deps.db)
  expect(drift).toMatchObject([
    { counter: 'items', id: 0 },
    { counter: 'words', id: item.id, stored: 0, found: 1 },
  ])
  await recountItemsNightly.run(app.deps, {})
  expect(logged()).toHaveLength(1)
})

test('deletes only words that are in no item', async () => {
  const seller = await buildMember(app)
  const gone = await buildItem(app, seller, { name: 'Call 08031234567', description: 'Omolanke, a cart' })
  await buildItem(app, seller, { name: 'Handcart', description: 'Not a call' })
  await updateRows(app.deps.db, 'items', { id: gone.id }, { is_approved: false, deleted_at: app.clock.now() })
  expect(await wordsNow()).toEqual(expect.arrayContaining(['08031234567', 'call', 'handcart', 'omolanke']))
  await deleteUnusedWordsNightly.run(app.deps, {})
  const stored = await wordsNow()
  expect(stored).toEqual(expect.arrayContaining(['call', 'handcart']))
  expect(stored.filter((word) => ['08031234567', 'omolanke', 'cart'].includes(word))).toEqual([])
  await deleteUnusedWordsNightly.run(app.deps, {})
  expect(await wordsNow()).toEqual(stored)
})
