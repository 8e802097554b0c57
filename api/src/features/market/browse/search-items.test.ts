import { describe, expect, test } from 'vitest'
import { listItems, maxFound } from '@rootsquare/contract/trade/market'
import { withLongTimeout } from '#api/db/db.ts'
import { buildBlock, buildMember, buildMembers } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { insertRows } from '#api/test/rows.ts'

/** The items, oldest first. */
const stock = [
  ['Ìlù gángan', 'A talking drum from Ọ̀yọ́'],
  ['Rattle', '100% calabash, with under_score'],
  ['Drum', 'Plain'],
  ['Little drum', 'For children'],
  ['Drum of the king', 'Tall'],
  ['Drums of war', 'Three of them'],
  ['Aṣọ-òkè wrapper', 'Woven in Ìsẹ́yìn'],
  ['Kettle', 'Not that kind of drum. For a talking parrot'],
] as const

const app = await sharedApp()
const viewer = await buildMember(app)
const seller = await buildMember(app)
for (const [name, description] of stock) await buildItem(app, seller, { name, description })

type Query = Record<string, string | number>
const ask = (query: Query, token = viewer.token) => app.call('GET', '/items', { token, query })
const find = async (query: Query, token = viewer.token) => dataOf(listItems, await ask(query, token))
const namesIn = ({ content }: { content: { name: string }[] }) => content.map(({ name }) => name)

describe('a search, best matches first', () => {
  test.each([
    // First the whole name, then names that begin with it, contain it, and descriptions; each newest first.
    ['drum', ['Drum', 'Drum of the king', 'Drums of war', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['DRUM', ['Drum', 'Drum of the king', 'Drums of war', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['drums', ['Drums of war']],
    ['dr', ['Drum', 'Drums of war', 'Drum of the king', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['ilu', ['Ìlù gángan']],
    ['Ìlù', ['Ìlù gángan']],
    ['aso oke', ['Aṣọ-òkè wrapper']],
    ['ASO-OKE', ['Aṣọ-òkè wrapper']],
    ['iseyin', ['Aṣọ-òkè wrapper']],
    // Every word must match, at any place and in any order.
    ['oyo drum', ['Ìlù gángan']],
    ['  drum   little ', ['Little drum']],
    ['talking drum', ['Kettle', 'Ìlù gángan']],
    ['little drum', ['Little drum']],
    ['drum of', ['Drum of the king', 'Drums of war', 'Kettle']],
    ['drum rattle', []],
    ['drum k', ['Drum of the king', 'Kettle']],
    ['100', ['Rattle']],
    ['100%', ['Rattle']],
    ['under_score', ['Rattle']],
    // Typing errors, and parts from the middle of a word.
    ['drmu', ['Drum', 'Drum of the king', 'Drums of war', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['wraper', ['Aṣọ-òkè wrapper']],
    ['callabash', ['Rattle']],
    ['rattel', ['Rattle']],
    ['gagnan', ['Ìlù gángan']],
    ['labash', ['Rattle']],
    ['little durm', ['Little drum']],
    ['rdum', ['Drum', 'Drum of the king', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['zzzzzz', []],
    // Words that only share some letters with what was typed.
    ['dress', []],
    ['plate', []],
    // Signs are no words, and patterns of PostgreSQL have no effect.
    ['%', []],
    ['_', []],
    ['\\', []],
    ["'; drop table items; --", []],
    ['x'.repeat(100), []],
    ['a b c d e f g h i j k l m n o p', []],
  ])('%j finds %j', async (name, expected) => {
    const queries: Query[] = [{ name }, { name, userId: seller.id }]
    for (const query of queries) {
      const found = await find(query)
      // Among equals the similarity to the typed word decides, which is high for short words, so only the set is compared.
      expect(namesIn(found).toSorted()).toEqual(expected.toSorted())
      expect(found.totalElements).toBe(expected.length)
    }
    expect(namesIn(await find({ name }))[0]).toBe(expected[0])
  })

  test.each(['drum', 'DRUM'])('finds items for %s in this order', async (name) => {
    const expected = ['Drum', 'Drum of the king', 'Drums of war', 'Little drum', 'Kettle', 'Ìlù gángan']
    expect(namesIn(await find({ name }))).toEqual(expected)
    const pages = [await find({ name, size: 2 }), await find({ name, size: 2, page: 1 })]
    expect(pages.flatMap(namesIn)).toEqual(expected.slice(0, 4))
    expect(pages[1]).toMatchObject({ totalElements: 6, totalPages: 3, last: false })
    expect(await find({ name, page: 9 })).toMatchObject({ content: [], totalElements: 6 })
  })

  test.each(['', '   '])('lists everything for %j', async (name) => {
    expect((await find({ name, userId: seller.id })).totalElements).toBe(stock.length)
  })

  test('accepts 100 letters, and rejects 101 and a NUL', async () => {
    const failure = expectFailure(await ask({ name: 'x'.repeat(101) }), 400, 'INVALID')
    expect(failure.fields).toEqual({ name: 'Maximum 100 characters allowed' })
  })
})

describe('a search does not find', () => {
  const change = (id: number, changed: Record<string, string | boolean | Date | null>) =>
    app.deps.db.updateTable('items').set(changed).where('id', '=', id).execute()
  const setMember = ({ id }: { id: number }, changed: Record<string, Date | null>) =>
    app.deps.db.updateTable('members').set(changed).where('id', '=', id).execute()

  test('items that wait, are disapproved, edited or deleted', async () => {
    const other = await buildMember(app)
    const { id } = await buildItem(app, other, { name: 'Sekere', is_approved: false })
    const names = ['sekere', 'seke', 'skeere', 'ekere', 'sekere indigo']
    const expectFound = async (isFound: boolean) => {
      for (const name of names) expect(namesIn(await find({ name })), name).toEqual(isFound ? ['Sekere'] : [])
    }
    await expectFound(false)
    expect(namesIn(await find({ name: 'seke', userId: other.id }, other.token))).toEqual(['Sekere'])
    expect(namesIn(await find({ name: 'seke', userId: other.id }))).toEqual([])
    await change(id, { is_approved: true })
    await expectFound(true)
    await change(id, { is_approved: false, name: 'Shekere' })
    await change(id, { is_approved: true })
    expect(namesIn(await find({ name: 'sekere' }))).toEqual(['Shekere'])
    await change(id, { name: 'Sekere' })
    await expectFound(true)
    await change(id, { is_approved: false, deleted_at: app.clock.now() })
    await expectFound(false)
    expect(namesIn(await find({ name: 'seke', userId: other.id }, other.token))).toEqual([])
  })

  test('items of banned or suspended sellers, or across a block', async () => {
    const [other, reader] = await buildMembers(app, 2)
    await buildItem(app, other, { name: 'Agogo bell' })
    const names = async (name = 'agogo') => namesIn(await find({ name }, reader.token))
    expect([await names(), await names('agogo bell')]).toEqual([['Agogo bell'], ['Agogo bell']])
    const later = new Date(app.clock.now().getTime() + 3_600_000)
    await setMember(other, { suspended_until: later })
    expect([await names(), await names('agogo bell')]).toEqual([[], []])
    await setMember(other, { suspended_until: null, banned_at: app.clock.now() })
    expect([await names(), await names('agogo bell')]).toEqual([[], []])
    await setMember(other, { banned_at: null })
    await buildBlock(app, other, reader)
    expect([await names(), await names('agogo bell')]).toEqual([[], []])
  })
})

test(`finds the best ${maxFound} of very many items, and each once`, async () => {
  const other = await buildMember(app)
  const rows = Array.from({ length: maxFound + 40 }, (_, nth) => ({
    seller_id: other.id,
    name: `Bead no${nth}`,
    description: nth % 2 ? 'A bead' : 'Of beads',
    price_kobo: 100 + nth,
    stock: 1,
    is_approved: true,
    created_at: app.clock.now(),
  }))
  await withLongTimeout(app.deps.db, (tx) => tx.insertInto('items').values(rows).execute())
  const { name } = await buildItem(app, other, { name: 'Not one', description: 'but a bead' })
  const seen: number[] = []
  for (let page = 0; page < 6; page += 1) {
    const found = await find({ name: 'bead', page, size: 100 })
    expect(found).toMatchObject({ totalElements: maxFound, capped: true })
    seen.push(...found.content.map(({ id }) => id))
  }
  expect([seen.length, new Set(seen).size]).toEqual([maxFound, maxFound])
  const last = await find({ name: 'bead', page: 4, size: 100 })
  expect(last.last).toBe(true)
  expect(namesIn(await find({ name: 'bead', sort: 'newest', size: 1 }))).not.toEqual([name])
  expect(namesIn(await find({ name: 'but bead' }))).toEqual([name])
  expect(await find({ name: 'bead', sort: 'price', size: 1 })).toMatchObject({ capped: true })
  expect(await find({ name: 'but bead' })).not.toHaveProperty('capped')
  expect(await find({ minPrice: 1 })).not.toHaveProperty('capped')
}, 30_000)

test('says that a search could not try every item', async () => {
  const other = await buildMember(app)
  const rows = Array.from({ length: 1010 }, (_, nth) => ({
    seller_id: other.id,
    name: nth === 0 ? 'Raffia reed' : 'Reed',
    description: 'Cut',
    price_kobo: nth === 0 ? 900_000 : 100,
    stock: 1,
    is_approved: true,
    created_at: app.clock.now(),
  }))
  // Inserted in batches, because each item adds its words and a statement may time out.
  for (let from = 0; from < rows.length; from += 101)
    await insertRows(app.deps.db, 'items', rows.slice(from, from + 101))
  // The most expensive item is the oldest, so it is not tried among those with the common word or of the seller.
  const missed = { totalElements: 0, capped: true }
  expect(await find({ name: 'reed', minPrice: 9000 })).toMatchObject(missed)
  expect(await find({ name: 'raffia', userId: other.id })).toMatchObject(missed)
  const found = await find({ name: 'raffia reed', minPrice: 9000 })
  expect(namesIn(found)).toEqual(['Raffia reed'])
  expect(found).not.toHaveProperty('capped')
}, 30_000)
