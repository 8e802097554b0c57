import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { search, searchTypes } from '@rootsquare/contract/search'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMember, buildPost, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { fillPostWords } from './post-words-jobs.ts'

const app = await sharedApp()
const { db } = app.deps
const reader = await buildMember(app, {
  username: 'zz_reader',
  firstname: 'Zz',
  lastname: 'Zz',
  group_id: null,
})
const writer = await buildMember(app, {
  username: 'zz_writer',
  firstname: 'Yy',
  lastname: 'Yy',
  group_id: null,
})

type Query = Record<string, string | number>
const ask = (query: Query, member: Member = reader) =>
  app.call('GET', '/search', { token: member.token, query })

async function find(type: string, q: string, more: Query = {}, member = reader) {
  const found = dataOf(search, await ask({ type, q, ...more }, member))
  expect(found.type).toBe(type)
  return found
}

/** The text that identifies each row in the assertions. */
async function namesOf(type: string, q: string, member = reader): Promise<unknown[]> {
  const found = await find(type, q, {}, member)
  if (found.type === 'people') return found.content.map(({ username }) => username)
  if (found.type === 'posts') return found.content.map(({ caption }) => caption)
  if (found.type === 'tags') return found.content
  return found.content.map(({ name }) => name)
}

const write = (caption: string, columns: object = {}, author: Member = writer) =>
  buildPost(app, author, { caption, ...columns })

async function tag(caption: string, tags: string[], author: Member = writer) {
  const { id } = await write(caption, {}, author)
  const rows = tags.map((name) => ({ post_id: id, tag: name, created_at: new Date() }))
  await db.insertInto('post_tags').values(rows).execute()
  return id
}

describe('a search request', () => {
  test.each([
    ['a blank q', { q: '  ', type: 'posts' }, 'q'],
    ['a foreign cursor', { q: 'ade', type: 'posts', cursor: '12.9' }, 'cursor'],
  ])('is rejected with %s', async (_, query: Query, field) => {
    expect(expectFailure(await ask(query), 400).fields).toHaveProperty(field)
  })
})

test.each(searchTypes)('returns no cursor for %s far beyond the last page', async (type) => {
  const beyond = await find(type, 'zz', { cursor: '999999999999999', size: 100 })
  expect(beyond.nextCursor).toBeNull()
})

test('says whether only similar words were found', async () => {
  await buildMember(app, { username: 'qwandolin' })
  await buildItem(app, writer, { name: 'Qwandolin' })
  await tag('Qwandolin', ['qwandolin'])
  const areSimilar = (q: string) =>
    Promise.all(
      (['people', 'posts', 'items', 'tags'] as const).map(async (type) => {
        const { content, isSimilar } = await find(type, q)
        return [content.length, isSimilar]
      }),
    )
  expect(await areSimilar('qwandol')).toEqual(Array(4).fill([1, false]))
  expect(await areSimilar('qwandolyn')).toEqual(Array(4).fill([1, true]))
})

describe('the search for posts', () => {
  test('finds words in any order without case or accents, newest first', async () => {
    await write('Ọjà tuntun ní Ìbàdàn')
    await write('ibadan: the market (OJA) again')
    await write('Only Ibadan')
    const both = ['ibadan: the market (OJA) again', 'Ọjà tuntun ní Ìbàdàn']
    expect(await namesOf('posts', 'ìbàdàn oja')).toEqual(both)
    expect(await namesOf('posts', 'OJA Ibadan')).toEqual(both)
  })

  test('finds the beginning of the last word, and the place', async () => {
    await write('Masquerades tonight')
    await write('We arrived', { location: 'Masquerade Square' })
    expect(await namesOf('posts', 'masquer')).toEqual(['We arrived', 'Masquerades tonight'])
    expect(await namesOf('posts', 'square masq')).toEqual(['We arrived'])
  })

  test('finds similar words only if there are no exact matches', async () => {
    await write('A calabash of palmwine')
    expect(await namesOf('posts', 'palmwnie calabsh')).toEqual(['A calabash of palmwine'])
    await write('A calabsh, as my uncle spells it')
    expect(await namesOf('posts', 'calabsh')).toEqual(['A calabsh, as my uncle spells it'])
    expect(await namesOf('posts', 'xylophone qwertz')).toEqual([])
    expect(await namesOf('posts', '🥁 %_')).toEqual([])
  })

  test('finds two words that are typed as one', async () => {
    await write('Gele and aso-òkè from Iseyin')
    expect(await namesOf('posts', 'asoke')).toEqual(['Gele and aso-òkè from Iseyin'])
    expect(await namesOf('posts', 'iseyin asooke')).toEqual(['Gele and aso-òkè from Iseyin'])
    expect(await namesOf('posts', 'asokeqq')).toEqual([])
  })

  test('finds changed words, but not deleted posts', async () => {
    const { id } = await write('Harmattan comes')
    await db.updateTable('posts').set({ caption: 'Rainfall comes' }).where('id', '=', id).execute()
    expect(await namesOf('posts', 'harmattan')).toEqual([])
    expect(await namesOf('posts', 'rainfall')).toEqual(['Rainfall comes'])
    await db.deleteFrom('posts').where('id', '=', id).execute()
    expect(await namesOf('posts', 'rainfall')).toEqual([])
    const left = await sql`select word from post_words where word = 'rainfall'
      union all select word from post_vocabulary where word = 'rainfall'`.execute(db)
    expect(left.rows).toEqual([])
  })

  test('returns each post once while new ones are added', async () => {
    for (let nth = 1; nth <= 5; nth += 1) await write(`Regatta ${nth}`)
    const first = await find('posts', 'regatta', { size: 3 })
    await write('Regatta 6')
    const second = await find('posts', 'regatta', { size: 3, cursor: first.nextCursor ?? '' })
    const captions = [first, second].flatMap((page) =>
      page.type === 'posts' ? page.content.map(({ caption }) => caption) : [],
    )
    expect(captions).toEqual([5, 4, 3, 2, 1].map((nth) => `Regatta ${nth}`))
    expect(second.nextCursor).toBeNull()
  })

  test('finds all posts that were written at once with the same new words', async () => {
    const words = ['gangan', 'sekere', 'agogo', 'bata', 'dundun']
    const captions = words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
    const authors = await Promise.all(captions.map(() => buildMember(app, { group_id: null })))
    const written = await Promise.all(
      captions.map((caption, at) =>
        app.call('POST', '/post/user/create', { token: authors[at]?.token, body: { caption } }),
      ),
    )
    expect(written.map(({ status }) => status)).toEqual(words.map(() => 200))
    expect(await namesOf('posts', 'sekere dundun')).toHaveLength(words.length)
    expect(await namesOf('posts', 'sekre')).toHaveLength(words.length)
  })

  test('finds posts far behind those that a block hides', async () => {
    const blocked = await buildMember(app, { group_id: null })
    await buildBlock(app, blocked, reader)
    await write('Durbar first')
    await sql`insert into posts (author_id, caption, created_at)
      select ${blocked.id}, 'Durbar ' || n, now() from generate_series(1, 300) n`.execute(db)
    expect(await namesOf('posts', 'durbar')).toEqual(['Durbar first'])
    expect(await namesOf('posts', 'durbar', writer)).toHaveLength(20)
  })

  test('omits posts of banned authors', async () => {
    const banned = await buildMember(app, { group_id: null })
    await write('Kolanuts for sale', {}, banned)
    await updateMember(app, banned, { banned_at: new Date() })
    expect(await namesOf('posts', 'kolanuts')).toEqual([])
  })
})

test('a job adds the words of older posts, newest first', async () => {
  const { id } = await write('Egungun of old')
  await sql`delete from post_words where post_id = ${id}`.execute(db)
  await sql`update post_words_fill set up_to_id = ${id}`.execute(db)
  expect(await namesOf('posts', 'egungun')).toEqual([])
  await fillPostWords.run(app.deps, {})
  expect(await namesOf('posts', 'egungun')).toEqual(['Egungun of old'])
  expect(await db.selectFrom('post_words_fill').selectAll().execute()).toEqual([{ up_to_id: 0 }])
})

describe('the search for people', () => {
  test('finds words in any order, and similar names otherwise', async () => {
    const row = { username: 'bolanle.s', firstname: 'Bọ́láńlé', lastname: 'Ṣóyínká' }
    const bolanle = await buildMember(app, row)
    for (const q of ['soyinka bolanle', 'BOLAN', '@bolanle.s', 'bolalne', 'soyinca', 'bolanel soyinka'])
      expect([q, await namesOf('people', q)]).toEqual([q, ['bolanle.s']])
    expect(await namesOf('people', 'xqzt')).toEqual([])
    await buildBlock(app, bolanle, reader)
    expect(await namesOf('people', 'bolanle')).toEqual([])
    expect(await namesOf('people', 'bolalne')).toEqual([])
  })
})

describe('the search for groups', () => {
  test.each([
    ['YORÙBÁ', ['Yoruba']],
    ['arab shuwa', ['Shuwa Arab']],
    ['yorubba', ['Yoruba']],
    ['Ndigbbo', ['Igbo']],
    ['Igob', ['Igbo']],
    ['hasua', ['Hausa']],
    ['Yourba', ['Yoruba']],
  ])('by %s: %j', async (q, expected) => {
    expect(await namesOf('groups', q)).toEqual(expected)
  })

  test('finds the name of their state, even misspelt', async () => {
    expect(await namesOf('groups', 'anambra')).toEqual(['Igbo'])
    expect(await namesOf('groups', 'anambara')).toEqual(['Igbo'])
    const first = await find('groups', 'Rivers State', { size: 3 })
    expect(first.content).toHaveLength(3)
    const second = await find('groups', 'Rivers State', { size: 3, cursor: first.nextCursor ?? '' })
    expect(second.content).not.toContainEqual(first.content[0])
  })

  test('lists the groups of a state with the most members first', async () => {
    const [last] = (await namesOf('groups', 'kaduna')).slice(-1)
    const join = sql`update groups set members_count = 5 where name = ${last}`
    await join.execute(db)
    expect((await namesOf('groups', 'kaduna'))[0]).toBe(last)
  })

  test.each(['hausa fulani', 'Hausa-Fulani', 'Fúlàní and hausa'])(
    'finds any of the words of %s if no group has all',
    async (q) => {
      const { content, isSimilar } = await find('groups', q)
      expect(content).toMatchObject([{ name: 'Fulani' }, { name: 'Hausa' }])
      expect(isSimilar).toBe(true)
    },
  )

  test('lists groups with a name before those with a state', async () => {
    const first = await find('groups', 'yoruba rivers', { size: 1 })
    expect(first.content).toMatchObject([{ name: 'Yoruba' }])
    const rest = await find('groups', 'yoruba rivers', { size: 100, cursor: first.nextCursor ?? '' })
    expect(rest.isSimilar).toBe(true)
    expect(rest.content.length).toBeGreaterThan(3)
    for (const group of rest.content)
      expect(group).toMatchObject({ stateCodes: expect.arrayContaining(['NG-RI']) })
  })

  test('finds only groups with all words if there are any', async () => {
    expect(await namesOf('groups', 'hausa kano')).toEqual(['Hausa'])
  })

  test.each(['egusi', 'yam', 'suya', 'amala'])(
    'does not find %s, which only shares letters with a name',
    async (q) => {
      expect(await namesOf('groups', q)).toEqual([])
    },
  )
})

test('finds items as in the market, page by page', async () => {
  for (const name of ['Aso oke red', 'Aso oke blue', 'Talking drum']) await buildItem(app, writer, { name })
  expect(await namesOf('items', 'blue ASO')).toEqual(['Aso oke blue'])
  expect(await namesOf('items', 'tallking')).toEqual(['Talking drum'])
  expect(await namesOf('items', 'red asoke')).toEqual(['Aso oke red'])
  const first = await find('items', 'aso oke', { size: 1 })
  const second = await find('items', 'aso oke', { size: 1, cursor: first.nextCursor ?? '' })
  expect([...first.content, ...second.content]).toHaveLength(2)
  expect(second.nextCursor).toBeNull()
})

describe('the search for tags', () => {
  test('finds beginnings, words in any order and similar tags', async () => {
    await tag('One', ['newyam', 'newyear'])
    await tag('Two', ['newyam'])
    const [newyam, newyear] = [
      { tag: 'newyam', posts: 2 },
      { tag: 'newyear', posts: 1 },
    ]
    expect(await namesOf('tags', '#New')).toEqual([newyam, newyear])
    expect(await namesOf('tags', 'new yam')).toEqual([newyam])
    expect(await namesOf('tags', 'YÁM new')).toEqual([newyam])
    expect(await namesOf('tags', 'newyaam')).toEqual([newyam, newyear])
    for (const q of ['%', '#']) expect(await namesOf('tags', q)).toEqual([])
  })

  test('counts the posts that the reader may see', async () => {
    const blocker = await buildMember(app, { group_id: null })
    await buildBlock(app, blocker, reader)
    await tag('Hidden', ['durbarkano'], blocker)
    expect(await namesOf('tags', 'durbarkano')).toEqual([])
    const seen = await tag('Seen', ['durbarkano'])
    expect(await namesOf('tags', 'durbarkano')).toEqual([{ tag: 'durbarkano', posts: 1 }])
    await db.deleteFrom('posts').where('id', '=', seen).execute()
    expect(await namesOf('tags', 'durbarkano')).toEqual([])
  })
})
