import { listGroups } from '@rootsquare/contract/groups'
import { search } from '@rootsquare/contract/search'
import { getGroupPage } from '@rootsquare/contract/sections'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, buildPost, groupIdOf } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { insertRow, readRow, updateRows } from '#api/test/rows.ts'

const app = await sharedApp()

async function idOf(slug: string): Promise<number> {
  const group = await readRow(app.deps.db, 'groups', { slug }, ['id'])
  return group.id
}

const pageIn = (called: Called) => dataOf(listGroups, called)

async function found(name: string): Promise<string[]> {
  const called = await app.call('GET', '/groups', { query: { name, size: 100 } })
  const { content, totalElements } = pageIn(called)
  expect(totalElements).toBe(content.length)
  return content.map((group) => group.name)
}

describe('GET /groups/', () => {
  test('lists all 89 groups by name, page by page, to anybody', async () => {
    const names: string[] = []
    for (const page of [0, 1, 2]) {
      const called = await app.call('GET', '/groups/', { query: { page, size: 40 } })
      expect(pageIn(called)).toMatchObject({
        totalElements: 89,
        totalPages: 3,
        number: page,
        last: page === 2,
      })
      names.push(...pageIn(called).content.map((group) => group.name))
    }
    expect(names).toHaveLength(89)
    expect(new Set(names).size).toBe(89)
    expect(names.slice(0, 3)).toEqual(['Afizere', 'Agworok', 'Alago'])
    expect(names.at(-1)).toBe('Zaar')
  })

  test('lists 20 groups per page by default, and none beyond the end', async () => {
    const first = await app.call('GET', '/groups')
    expect(pageIn(first).content).toHaveLength(20)
    const beyond = await app.call('GET', '/groups', { query: { page: 1_000_000, size: 100 } })
    expect(beyond).toMatchObject({
      status: 200,
      body: { data: { content: [], last: true, totalElements: 89 } },
    })
  })

  test('returns the fields of the contract without exonyms', async () => {
    const called = await app.call('GET', '/groups', { query: { name: 'Igbo' } })
    expect(called).toHaveProperty('body.data.content.0', {
      id: await idOf('igbo'),
      name: 'Igbo',
      description:
        'Igbo communities are found mainly in Anambra, Imo, Abia, Enugu, Ebonyi, Delta and Rivers, across Nigeria and abroad.',
      users: 0,
      image: null,
      header: null,
      stateCodes: ['NG-AN', 'NG-IM', 'NG-AB', 'NG-EN', 'NG-EB', 'NG-DE', 'NG-RI'],
      otherNames: ['Ndigbo'],
      greeting: 'Ndewo (hello)',
      lastPostDate: null,
      createdDate: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  test.each([
    ['yoruba', ['Yoruba']],
    ['YORÙBÁ', ['Yoruba']],
    [' Yorùbá ', ['Yoruba']],
    ['Hoba', ['Kilba']],
    ['Höba', ['Kilba']],
    ['Ndigbo', ['Igbo']],
    ['Gwari', ['Gbagyi']],
    ['kataf', ['Atyap']],
    ['shuwa a', ['Shuwa Arab']],
    ['yorubba', ['Yoruba']],
    ['hasua', ['Hausa']],
    ['hausa fulani', ['Fulani', 'Hausa']],
    ['another people', ['Another people']],
    ['no such people', []],
    ['%', []],
    ['_', []],
    ['Ha%sa', []],
    ['\\', []],
    ['％', []],
    ["'; drop table groups; --", []],
  ])('the name %j finds %j', async (name, expected) => {
    expect(await found(name)).toEqual(expected)
  })

  test('finds the groups of a state by its name', async () => {
    expect(await found('anambra')).toEqual(['Igbo'])
    expect(await found('Anambra state')).toEqual(['Igbo'])
    expect(await found('cross river')).toContain('Efik')
  })

  test('sorts by members, and by the posts of 30 days', async () => {
    const own = await temporaryApp()
    const writer = await buildMember(own, { group_id: await groupIdOf(own, 'tiv') })
    const write = async (slug: string, daysAgo: number) => {
      const created_at = inDays(own.clock.now(), -daysAgo)
      await buildPost(own, writer, { group_id: await groupIdOf(own, slug), created_at })
      return created_at.toISOString()
    }
    for (const daysAgo of [31, 32, 33]) await write('igbo', daysAgo)
    const lastPostDate = await write('efik', 29)
    for (const daysAgo of [2, 1]) await write('zaar', daysAgo)
    const sorted = async (sort: string) =>
      pageIn(await own.call('GET', '/groups', { query: { sort, size: 3 } })).content
    expect((await sorted('active')).map(({ name }) => name)).toEqual(['Zaar', 'Efik', 'Afizere'])
    expect((await sorted('members')).map(({ name }) => name)).toEqual(['Tiv', 'Afizere', 'Agworok'])
    expect((await sorted('active'))[1]).toMatchObject({ lastPostDate })
  })

  test.each([
    ['Ibo', 'Igbo', 'Ibo'],
    ['ibos', 'Igbo', 'Ibo'],
    ['Izon', 'Ijaw', 'Izon'],
    ['Bini', 'Edo', 'Bini'],
    ['Gwarri', 'Gbagyi', 'Gwari'],
    ['Igbo', 'Igbo', undefined],
    ['igob', 'Igbo', undefined],
    ['anambra', 'Igbo', undefined],
  ])('finds by %j first %s, also named %s', async (name, expected, also) => {
    const { content } = pageIn(await app.call('GET', '/groups', { query: { name } }))
    expect(content[0]).toMatchObject({ name: expected })
    expect(content[0]?.also).toBe(also)
  })

  test('lists the best matches first: names, other names, parts of names, states', async () => {
    const names = await found('ba')
    expect(names.slice(0, 5)).toEqual(['Baatonu', 'Bachama', 'Bade', 'Bahumono', 'Bajju'])
    expect(names.indexOf('Kambari')).toBeGreaterThan(4)
    const akwaIbom = (await found('ibo')).slice(1)
    expect(akwaIbom).toEqual(expect.arrayContaining(['Annang', 'Ibibio']))
  })

  test('pages and sorts what it has found', async () => {
    const all = await found('kaduna')
    const query = { name: 'kaduna', size: 3, page: 1 }
    const page = pageIn(await app.call('GET', '/groups', { query }))
    expect(page.content.map(({ name }) => name)).toEqual(all.slice(3, 6))
    expect(page).toMatchObject({ totalElements: all.length, number: 1, last: all.length <= 6 })
    const byName = pageIn(
      await app.call('GET', '/groups', { query: { name: 'ibo', sort: 'name', size: 100 } }),
    )
    const names = byName.content.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(byName.content.find(({ name }) => name === 'Igbo')).toMatchObject({ also: 'Ibo' })
  })

  test.each(['Ibo', 'yorubba', 'hausa fulani', 'rivers', 'no such'])(
    'finds for %j what the search finds, in the same order',
    async (q) => {
      const { token } = await buildMember(app, { group_id: null })
      const called = await app.call('GET', '/search', { token, query: { q, type: 'groups', size: 100 } })
      expect(dataOf(search, called).content.map((group) => 'name' in group && group.name)).toEqual(
        await found(q),
      )
    },
  )

  test.each([
    ['ɗ', 'd'],
    ['Ɓa', 'ba'],
    ['ọ̀', 'o'],
    ['ṣ', 's'],
  ])('finds the same for %s and %s', async (dotted, plain) => {
    const names = await found(plain)
    expect(names.length).toBeGreaterThan(0)
    expect(await found(dotted)).toEqual(names)
  })

  test('lists all groups for an empty name', async () => {
    expect(await found('  ')).toHaveLength(89)
  })

  test('rejects a repeated name parameter', async () => {
    expectFailure(await app.call('GET', '/groups?name=a&name=b'), 400)
  })

  test('answers 304 to a known ETag until it changes', async () => {
    const own = await temporaryApp()
    const first = await own.call('GET', '/groups')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await own.call('GET', '/groups', { headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, body: null })
    await updateRows(own.deps.db, 'groups', { slug: 'afizere' }, { description: 'Changed.' })
    const changed = await own.call('GET', '/groups', { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
  })
})

describe('GET /groups/{id}', () => {
  test('returns the group with its number of members', async () => {
    const member = await buildMember(app, { group_id: await idOf('kanuri') })
    const { status, body } = await app.call('GET', `/groups/${member.group_id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: member.group_id,
      name: 'Kanuri',
      users: 1,
      stateCodes: ['NG-BO', 'NG-YO'],
    })
  })

  test.each(['/groups', '/groups/page'])('answers 304 for %s to a known ETag', async (folder) => {
    const path = `${folder}/${await idOf('tiv')}`
    const etag = (await app.call('GET', path)).headers.get('etag') ?? ''
    expect((await app.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test.each(['987654321', '9007199254740991'])('answers 404 for %s', async (id) => {
    expectFailure(await app.call('GET', `/groups/${id}`), 404)
    expectFailure(await app.call('GET', `/groups/page/${id}`), 404)
  })
})

const sixNames = ['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals']

describe('GET /groups/page/{id}', () => {
  test('returns the six sections in order, empty where little is known', async () => {
    const called = await app.call('GET', `/groups/page/${await idOf('efik')}`)
    const sections = dataOf(getGroupPage, called)
    for (const { description, versionId, updatedDate } of sections) {
      expect([versionId === null, updatedDate === null]).toEqual([description === '', description === ''])
    }
    const text = sections.map(({ name, detail, description }) => ({ name, detail, description }))
    expect(text).toEqual([
      {
        name: 'About',
        detail: '',
        description:
          'Efik communities are found mainly in Cross River and Akwa Ibom, across Nigeria and abroad. Language: Efik.',
      },
      { name: 'History', detail: '', description: '' },
      { name: 'Culture', detail: '', description: '' },
      { name: 'Art & Craft', detail: '', description: '' },
      { name: 'Diet', detail: '', description: 'Edikang ikong (vegetable soup).' },
      {
        name: 'Festivals',
        detail: '',
        description: 'Utom Obong, with masquerades, cuisine and a boat regatta.',
      },
    ])
  })

  test('returns six empty sections for a new group', async () => {
    const made = await insertRow(app.deps.db, 'groups', {
      slug: 'nobody-yet',
      name: 'Ẹni kankan',
      created_at: app.clock.now(),
    })
    onTestFinished(async () => {
      await app.deps.db.deleteFrom('groups').where('id', '=', made.id).execute()
    })
    const sections = dataOf(getGroupPage, await app.call('GET', `/groups/page/${made.id}`))
    expect(sections.map((section) => section.name)).toEqual(sixNames)
    expect(sections.filter((section) => section.detail !== '' || section.description !== '')).toEqual([])
  })
})
