import { expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure, requestText, sendRaw } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const sharedMilliseconds = 60_000
const lines: string[] = []
const app = await sharedApp({ sharedMilliseconds, log: (line) => void lines.push(line) })
const limited = await sharedApp({ sharedMilliseconds, settings: { RATE_LIMIT_SCALE: '0.005' } })

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

test('more kinds of headers than are stored get the same response', async () => {
  const ask = (nth: number) => app.call('GET', '/groups', { headers: { 'if-none-match': `W/"${nth}"` } })
  const first = await ask(0)
  for (let nth = 1; nth < 40; nth += 1)
    expect(await ask(nth)).toMatchObject({ status: 200, body: first.body })
})

test('a stored response is sent only for the same two headers, however they are divided', async () => {
  const first = await app.call('GET', '/groups?size=9')
  const divided = { 'accept-encoding': 'gzip,', 'if-none-match': '*, identity undefined' }
  expect(await app.call('GET', '/groups?size=9', { headers: divided })).toMatchObject({ status: 304 })
  const headers = { 'accept-encoding': 'gzip, *, identity' }
  expect(await app.call('GET', '/groups?size=9', { headers })).toMatchObject({
    status: 200,
    body: first.body,
  })
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
