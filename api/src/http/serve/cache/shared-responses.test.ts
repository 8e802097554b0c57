import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { listItems } from '@rootsquare/contract/trade/market'
import { buildItem, change, favor } from '#api/test/builders/market.ts'
import { buildGroup, buildMember, buildPost, type Member } from '#api/test/builders/members.ts'
import { ban } from '#api/test/builders/moderation.ts'
import { dataOf, expectFailure, requestText, sendRaw } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { sharedMilliseconds } from './shared-responses.ts'

// This runs before the first connection is made, because each connection keeps the function that it finds then.
const sent = vi.spyOn(pg.Client.prototype, 'query')

// The time is far longer than in production, so that no test depends on its own speed.
const longMs = 60_000
const lines: string[] = []
const app = await sharedApp({ sharedMilliseconds: longMs, log: (line) => void lines.push(line) })
const other = await sharedApp({ sharedMilliseconds: longMs, sameDatabaseAs: { url: app.databaseUrl } })
const limited = await sharedApp({ sharedMilliseconds: longMs, settings: { RATE_LIMIT_SCALE: '0.005' } })
const admin = await buildMember(app, { role: 'ADMIN' })
const [one, two] = [await buildMember(app), await buildMember(app)]

const get = (path: string, by?: Member, node = app) =>
  node.call('GET', path, by === undefined ? {} : { token: by.token })
const groupPath = `/groups/${one.group_id}`
const market = async (by: Member) => dataOf(listItems, await get('/items', by))

const headersOf = ({ headers }: { headers: Headers }) =>
  [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')

/** Counts the statements of a call, except the one for the session. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  sent.mockClear()
  await call()
  return sent.mock.calls.filter((statement) => !JSON.stringify(statement[0]).includes('sessions')).length
}

test('a response is used for at most one second', () => {
  expect(sharedMilliseconds).toBeLessThanOrEqual(1000)
})

describe('members who may see the same', () => {
  test.each([
    '/groups',
    groupPath,
    `/groups/page/${one.group_id}`,
    '/genre',
    '/state',
    '/state/lga/NG-LA',
    '/items',
  ])('get the same bytes and headers of %s, read once', async (path) => {
    app.clock.move(longMs)
    const first = await get(path, one)
    const read = await statementsOf(async () => {
      const second = await get(path, two)
      expect(second).toMatchObject({ status: 200, body: first.body })
      expect(headersOf(second)).toEqual(headersOf(first))
    })
    // The market takes one statement, which checks whether two members may share a response.
    expect(read).toBe(path === '/items' ? 1 : 0)
    expect(await statementsOf(() => get(path, two))).toBe(0)
  })

  test('wait for the first of them when they call at the same time', async () => {
    app.clock.move(longMs)
    const read = await statementsOf(() => Promise.all(Array.from({ length: 8 }, () => get('/state', one))))
    expect(read).toBe(1)
  })

  test.each(['br', 'gzip'])('get it in %s with the ETag of the plain bytes', async (encoding) => {
    const ask = (headers: Record<string, string>) => app.call('GET', '/state', { token: one.token, headers })
    const [plain, first, again] = [
      await ask({ 'accept-encoding': 'identity' }),
      await ask({ 'accept-encoding': encoding }),
      await ask({ 'accept-encoding': encoding }),
    ]
    expect(first.body).toEqual(plain.body)
    expect(headersOf(again)).toEqual(headersOf(first))
    expect(first.headers.get('content-encoding')).toBe(encoding)
    expect(first.headers.get('vary')).toBe('authorization, accept-encoding')
    expect(first.headers.get('etag')).toBe(plain.headers.get('etag'))
    const known = { 'if-none-match': plain.headers.get('etag') ?? '' }
    expect(await ask(known)).toMatchObject({ status: 304, body: null })
  })
})

test('HEAD gets the headers of a stored response without its body', async () => {
  const headers = { 'accept-encoding': 'identity' }
  const stored = await app.call('GET', groupPath, { headers })
  const head = await app.call('HEAD', groupPath, { headers })
  expect(head).toMatchObject({ status: 200, body: null })
  for (const name of ['etag', 'content-length', 'content-type', 'cache-control'])
    expect(head.headers.get(name)).toBe(stored.headers.get(name))
})

describe('a change', () => {
  /** Reads on both nodes, changes on one, reads again on both, and once more when the response has aged. */
  async function expectChange(path: string, by: Member | undefined, write: () => Promise<unknown>) {
    for (const node of [app, other]) node.clock.move(longMs)
    const [here, there] = [await get(path, by), await get(path, by, other)]
    expect(there.body).toEqual(here.body)
    await write()
    const after = await get(path, by)
    expect(after.body).not.toEqual(here.body)
    expect((await get(path, by, other)).body).toEqual(here.body)
    other.clock.move(longMs)
    expect((await get(path, by, other)).body).toEqual(after.body)
  }
  const join = (by: Member, id: number) => app.call('POST', `/groups/join/${id}`, { token: by.token })

  test('shows the change of a group at once here, and later on another node', async () => {
    const id = await buildGroup(app)
    await expectChange(`/groups/${id}`, undefined, () => join(one, id))
    await expectChange('/groups?size=100', two, () => join(two, id))
  })

  test('shows the change of a category at once here, and later on another node', async () => {
    const body = { name: 'Musical instruments' }
    await expectChange('/genre', one, () => app.call('POST', '/genre/create', { token: admin.token, body }))
  })

  test('shows the change of a post at once here, and later on another node', async () => {
    const post = await buildPost(app, one)
    const path = `/post/fetch/${post.id}`
    const body = { liked: true }
    await expectChange(path, undefined, () =>
      app.call('POST', `/post/like/${post.id}`, { token: two.token, body }),
    )
    expect((await get(path, two)).body.data).toMatchObject({ likes: 1, isPostLikedByUser: true })
    expect((await get(path)).body.data).toMatchObject({ likes: 1, isPostLikedByUser: false })
  })

  test('shows the change of an item at once here, and later on another node', async () => {
    const seller = await buildMember(app)
    const item = await buildItem(app, seller)
    await expectChange('/items', one, () => change(app, seller, item.id, { price: 7 }))
  })

  test('shows at once on another node to a caller that bypasses stored responses', async () => {
    const id = await buildGroup(app)
    const path = `/groups/${id}`
    await other.call('GET', path)
    await join(one, id)
    const { body } = await other.call('GET', path, { headers: { 'cache-control': 'no-cache' } })
    expect(body.data).toMatchObject({ users: 1 })
  })

  test('is not hidden by a response whose reading began before it', async () => {
    const id = await buildGroup(app)
    const path = `/groups/${id}`
    await Promise.all([get(path), join(one, id), get(path)])
    expect((await get(path)).body.data).toMatchObject({ users: 1 })
  })
})

describe('a response with data of one member', () => {
  test('never shows favourites, blocks and own items to others', async () => {
    const [seller, fan, blocker] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, seller)
    await favor(app, fan, item.id)
    await app.call('POST', `/user/block/${seller.id}`, { token: blocker.token })
    const seen = async (by: Member) => {
      const found = (await market(by)).content.find(({ id }) => id === item.id)
      return found && [found.favorite, found.can.update, found.can.approve]
    }
    for (const _ of ['made', 'stored']) {
      expect(await seen(seller)).toEqual([false, true, false])
      expect(await seen(fan)).toEqual([true, false, false])
      expect(await seen(blocker)).toBeUndefined()
      expect(await seen(admin)).toEqual([false, false, true])
      for (const by of [one, two]) expect(await seen(by)).toEqual([false, false, false])
    }
  })

  test('does not contain a favourite added between check and list', async () => {
    const member = await buildMember(app)
    const item = await buildItem(app, await buildMember(app))
    app.clock.move(longMs)
    await market(one)
    app.clock.move(0.6 * longMs)
    await market(member)
    // The response has aged by now, but not what the node knows about the member.
    app.clock.move(0.6 * longMs)
    const favorite = { member_id: member.id, item_id: item.id, created_at: app.clock.now() }
    await app.deps.db.insertInto('favorites').values(favorite).execute()
    for (const by of [member, one])
      expect((await market(by)).content[0]).toMatchObject({ id: item.id, favorite: false })
  })

  test('is checked for access at each call', async () => {
    const banned = await buildMember(app)
    expect((await get('/state', banned)).status).toBe(200)
    await ban(app, admin, banned)
    expect((await get('/state', one)).status).toBe(200)
    expectFailure(await get('/state', banned), 403, 'ACCOUNT_BANNED')
    expectFailure(await get('/state'), 401)
    expectFailure(await get('/items'), 401)
  })
})

test('errors are not stored', async () => {
  const { id } = await buildPost(app, one)
  const path = `/post/fetch/${id + 1}`
  expectFailure(await get(path), 404)
  await buildPost(app, one)
  expect((await get(path)).status).toBe(200)
  expectFailure(await get('/groups?size=0'), 400)
})

test('queries share a response only when they mean the same', async () => {
  app.clock.move(longMs)
  const sizes = await Promise.all(
    ['', '?size=2', '?size=2&page=1', '?name=a&size=2'].map((query) => get(`/groups${query}`)),
  )
  expect(new Set(sizes.map(({ body }) => JSON.stringify(body))).size).toBe(4)
  for (const same of ['?page=0&size=20', '?size=20', '?size=20&unknown=1'])
    expect(await statementsOf(() => get(`/groups${same}`))).toBe(0)
})

const statusesOf = async (times: number, call: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let nth = 0; nth < times; nth += 1) statuses.push((await call()).status)
  return statuses
}

test.each(['203.0.113.7', '203.0.113.8'])(
  'stored responses count against the limit of %s',
  async (address) => {
    const headers = { 'x-forwarded-for': address }
    const statuses = await statusesOf(6, () => limited.call('GET', '/groups', { headers }))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  },
)

test('stored responses count against the limit of a member', async () => {
  const { token } = await buildMember(limited)
  const statuses = await statusesOf(4, () => limited.call('GET', '/state', { token }))
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('each stored response has its line in the log, without the query', async () => {
  const { token, id } = await buildMember(app)
  lines.length = 0
  await statusesOf(3, () => app.call('GET', '/groups?size=7', { token }))
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  const line = { method: 'GET', path: '/api/groups', status: 200, memberId: id }
  expect(logged).toMatchObject([line, line, line])
})

test('a request with two hosts or a broken session is rejected where a response is stored', async () => {
  await app.call('GET', '/groups')
  const twice = 'GET /api/groups HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n'
  expectFailure(await sendRaw(app.url, twice), 400, 'BAD_REQUEST')
  const { token } = await buildMember(app)
  await app.call('GET', '/state', { token })
  expectFailure(await app.call('GET', '/state', { token: `${token}x` }), 401)
  const text = requestText('GET /api/state', { authorization: `Bearer ${token}` })
  const [first, second] = [await sendRaw(app.url, text), await sendRaw(app.url, text)]
  expect(second).toEqual({ ...first, head: expect.stringMatching(/\r\ncontent-length: \d+\r\n/i) })
})
