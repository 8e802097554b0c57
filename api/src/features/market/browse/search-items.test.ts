import { describe, expect, test } from 'vitest'
import { listItems, maxFound } from '@rootsquare/contract/trade/market'
import { unhurried } from '#api/db/db.ts'
import { buildBlock, buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { insertRows } from '#api/test/rows.ts'

/** Oldest first. */
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

describe('what is found, best first', () => {
  test.each([
    // The whole name, what begins with it, what has it in the name, and in the description; the newest first in each.
    ['drum', ['Drum', 'Drum of the king', 'Drums of war', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['DRUM', ['Drum', 'Drum of the king', 'Drums of war', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['drums', ['Drums of war']],
    ['dr', ['Drum', 'Drums of war', 'Drum of the king', 'Little drum', 'Kettle', 'Ìlù gángan']],
    ['ilu', ['Ìlù gángan']],
    ['Ìlù', ['Ìlù gángan']],
    ['aso oke', ['Aṣọ-òkè wrapper']],
    ['ASO-OKE', ['Aṣọ-òkè wrapper']],
    ['iseyin', ['Aṣọ-òkè wrapper']],
    // Every word, wherever it stands and in whatever order.
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
    // Typing errors, and what stands inside a word.
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
    // No letters, no words; and nothing that PostgreSQL would take for its own.
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
      // Among equals the likeness of what was typed decides, which short words have much of: see to the set of them.
      expect(namesIn(found).toSorted()).toEqual(expected.toSorted())
      expect(found.totalElements).toBe(expected.length)
    }
    expect(namesIn(await find({ name }))[0]).toBe(expected[0])
  })

  test.each(['drum', 'DRUM'])('%s: in this order', async (name) => {
    const expected = ['Drum', 'Drum of the king', 'Drums of war', 'Little drum', 'Kettle', 'Ìlù gángan']
    expect(namesIn(await find({ name }))).toEqual(expected)
    const pages = [await find({ name, size: 2 }), await find({ name, size: 2, page: 1 })]
    expect(pages.flatMap(namesIn)).toEqual(expected.slice(0, 4))
    expect(pages[1]).toMatchObject({ totalElements: 6, totalPages: 3, last: false })
    expect(await find({ name, page: 9 })).toMatchObject({ content: [], totalElements: 6 })
  })

  test.each(['', '   '])('%j is no search', async (name) => {
    expect((await find({ name, userId: seller.id })).totalElements).toBe(stock.length)
  })

  test('accepts 100 letters, and rejects 101 and a NUL', async () => {
    const failure = expectFailure(await ask({ name: 'x'.repeat(101) }), 400, 'INVALID')
    expect(failure.fields).toEqual({ name: 'Maximum 100 characters allowed' })
    expectFailure(await ask({ name: 'a\0b' }), 400, 'BAD_TEXT')
  })
})

describe('what is not', () => {
  const change = (id: number, changed: Record<string, string | boolean | Date | null>) =>
    app.deps.db.updateTable('items').set(changed).where('id', '=', id).execute()
  const setMember = ({ id }: { id: number }, changed: Record<string, Date | null>) =>
    app.deps.db.updateTable('members').set(changed).where('id', '=', id).execute()

  test('waits, is disapproved, edited or deleted is not found', async () => {
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

  test('is of the banned, the suspended, or across a block', async () => {
    const [other, reader] = [await buildMember(app), await buildMember(app)]
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

test(`of very many the best ${maxFound} are found, and each once`, async () => {
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
  await unhurried(app.deps.db, (tx) => tx.insertInto('items').values(rows).execute())
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

test('a search that could not try every item says so, also where it finds few', async () => {
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
  // Some at a time: each brings its words along, and a statement has only so many seconds.
  for (let from = 0; from < rows.length; from += 101)
    await insertRows(app.deps.db, 'items', rows.slice(from, from + 101))
  // The dearest is the oldest: of the word it has in common with all others, and of the seller's items, it is not tried.
  const missed = { totalElements: 0, capped: true }
  expect(await find({ name: 'reed', minPrice: 9000 })).toMatchObject(missed)
  expect(await find({ name: 'raffia', userId: other.id })).toMatchObject(missed)
  const found = await find({ name: 'raffia reed', minPrice: 9000 })
  expect(namesIn(found)).toEqual(['Raffia reed'])
  expect(found).not.toHaveProperty('capped')
}, 30_000)
