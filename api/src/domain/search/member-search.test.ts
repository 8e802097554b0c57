import { limits } from '@rootsquare/contract/lib/limits'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchMembers } from '@rootsquare/contract/profiles'
import { buildBlock, buildFollow, buildMember } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const viewer = await buildMember(app, { username: 'zz_viewer', firstname: 'Zz', lastname: 'Zz' })
const named = (username: string, firstname: string, lastname: string, row: object = {}) =>
  buildMember(app, { username, firstname, lastname, ...row })

await named('ade', 'Kunle', 'Balogun')
await named('bola.k', 'Adéọlá', 'Ṣóyínká')
await named('madeleine', 'Madeleine', 'Okon')
await named('chidi99', 'Chidi', 'Ọkàfọ̀r')
await named('bala_d', 'Ɓala', 'Ɗanƙoƙo')
await named('percent', '100%', 'Back\\slash')
await named('under_score', "O'Neil", 'Two  Spaces')
await named('chidi.o', 'Chidi', 'Obi')

const search = (q: unknown, more: Record<string, string | number> = {}, token = viewer.token) =>
  app.call('GET', '/user/search', { query: { q: String(q), ...more }, token })

const pageIn = (answer: Called) => dataOf(searchMembers, answer)

async function found(q: string): Promise<string[]> {
  const { content, totalElements } = pageIn(await search(q, { size: 100 }))
  expect(totalElements).toBe(content.length)
  return content.map(({ username }) => username)
}

describe('member search', () => {
  test('returns list entries without private fields', async () => {
    const answer = await search('madeleine')
    expect(pageIn(answer).content).toEqual([
      {
        id: expect.any(Number),
        username: 'madeleine',
        firstname: 'Madeleine',
        lastname: 'Okon',
        profileImage: null,
        isFollowedByUser: false,
      },
    ])
    expect(answer.body.data).toMatchObject({ last: true, totalPages: 1, totalElements: 1, number: 0 })
    expect(JSON.stringify(answer.body)).not.toMatch(/@example|email|phone|argon2/)
  })

  test.each([
    ['Adé', ['ade', 'bola.k', 'madeleine']],
    ['ADE', ['ade', 'bola.k', 'madeleine']],
    ['soyinka', ['bola.k']],
    ['ṢÓYÍNKÁ', ['bola.k']],
    ['S\u0323o\u0301yi\u0301nka\u0301', ['bola.k']],
    ['yink', ['bola.k']],
    ['okafor', ['chidi99']],
    ['Ọkàfọ̀r', ['chidi99']],
    ['bala', ['bala_d']],
    ['ɓALA', ['bala_d']],
    ['dankoko', ['bala_d']],
    ['99', ['chidi99']],
    ['  madel  ', ['madeleine']],
    ['chidi obi', ['chidi.o']],
    ['obi chidi', ['chidi.o']],
    ['obi   CHI', ['chidi.o']],
    ['chidi nobody', []],
    ["o'neil", ['under_score']],
    ['no such member', []],
    ["'; drop table members; --", []],
    ['🥁', []],
  ])('by %j: %j', async (q, expected) => {
    expect(await found(q)).toEqual(expected)
  })

  test.each([
    ['%', ['percent']],
    ['％', ['percent']],
    ['_', ['zz_viewer', 'bala_d', 'under_score']],
    ['＿', ['zz_viewer', 'bala_d', 'under_score']],
    ['\\', ['percent']],
    ['＼', ['percent']],
    ['a%e', []],
    ['a_e', []],
    ['％％', []],
    ['k\\s', ['percent']],
    ['\\\\', []],
  ])('the sign %j stands for itself: %j', async (q, expected) => {
    expect((await found(q)).toSorted()).toEqual(expected.toSorted())
  })

  test('lists the exact name first, then prefixes, then the rest', async () => {
    const exact = await named('tolu', 'X', 'X')
    const rest = await named('xtolux', 'X', 'X')
    const begins = await named('someone1', 'Toluwani', 'X')
    const { content } = pageIn(await search('tolu'))
    expect(content.map(({ id }) => id)).toEqual([exact.id, begins.id, rest.id])
  })

  test('includes the viewer and marks followed members', async () => {
    const followed = await named('funmi', 'Funmi', 'X')
    await buildFollow(app, viewer, followed)
    expect(pageIn(await search('funmi')).content[0]).toMatchObject({ isFollowedByUser: true })
    expect(await found('zz_viewer')).toEqual(['zz_viewer'])
  })

  test('omits unverified, banned and blocked members', async () => {
    await named('hidden.unverified', 'Ghost', 'X', { verified_at: null })
    await named('hidden.banned', 'Ghost', 'X', { banned_at: app.clock.now() })
    const blocking = await named('hidden.blocking', 'Ghost', 'X')
    const blocked = await named('hidden.blocked', 'Ghost', 'X')
    const seen = await named('ghost.seen', 'Ghost', 'X')
    await buildBlock(app, blocking, viewer)
    await buildBlock(app, viewer, blocked)
    await buildBlock(app, blocking, seen)
    expect(await found('ghost')).toEqual(['ghost.seen'])
    const { content } = pageIn(await search('ghost', {}, blocked.token))
    expect(content.map(({ username }) => username).toSorted()).toEqual([
      'ghost.seen',
      'hidden.blocked',
      'hidden.blocking',
    ])
  })

  test('finds a member by a changed name', async () => {
    const member = await named('renamed', 'Before', 'X')
    const request = { body: { firstname: 'Àfter' }, token: member.token }
    await app.call('PUT', `/user/update/${member.id}`, request)
    expect(await found('after')).toEqual(['renamed'])
    expect(await found('before')).toEqual([])
  })
})

describe('the pages of a member search', () => {
  beforeAll(async () => {
    for (let turn = 0; turn < 25; turn += 1) await named(`paged${turn}`, 'Paged', 'X')
  })

  test('contain 20 members by default, each member once', async () => {
    const first = pageIn(await search('paged'))
    expect(first).toMatchObject({ last: false, totalPages: 2, totalElements: 25, number: 0 })
    expect(first.content).toHaveLength(20)
    const second = pageIn(await search('paged', { page: 1 }))
    expect(second).toMatchObject({ last: true, totalPages: 2, totalElements: 25, number: 1 })
    const ids = [...first.content, ...second.content].map(({ id }) => id)
    expect(new Set(ids).size).toBe(25)
  })

  test('are empty beyond the end', async () => {
    const beyond = pageIn(await search('paged', { page: 1_000_000, size: 100 }))
    expect(beyond).toMatchObject({ content: [], last: true, totalElements: 25 })
  })
})

describe('the search text of a member search', () => {
  test.each([
    ['nothing', '', 'Required.'],
    ['empty', '?q=', 'Required.'],
    ['blank', '?q=%20%09', 'Required.'],
    ['too long', `?q=${'x'.repeat(101)}`, 'Maximum 100 characters allowed'],
    ['given twice', '?q=a&q=b', expect.any(String)],
  ])('is rejected when it is %s', async (_, query, text) => {
    const answer = await app.call('GET', `/user/search${query}`, { token: viewer.token })
    expect(expectFailure(answer, 400, 'INVALID').fields).toEqual({ q: text })
  })

  test('may have 100 letters and many words', async () => {
    expect(await found('🥁'.repeat(100))).toEqual([])
    expect(await found('a '.repeat(50))).not.toEqual([])
  })

  test('is limited per minute, then answers 429', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
    const { token } = await buildMember(limited)
    const ask = (q: string) => limited.call('GET', '/user/search', { query: { q }, token })
    for (let turn = 0; turn < limits.search.max; turn += 1) expectFailure(await ask(''), 400)
    const rejected = await ask('a')
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    limited.clock.move(61_000)
    expectOk(await ask('a'))
  })

  test('20 searches at once get 20 responses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => search('a')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })
})
