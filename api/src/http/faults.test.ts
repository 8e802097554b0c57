import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '@rootsquare/contract/lib/endpoint'
import { Session } from '@rootsquare/contract/accounts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { unavailable } from './api-error.ts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'

const kinds = ['error', 'text', 'nothing', 'sql', 'row', 'shape', 'busy', 'late'] as const

const fail = endpoint({
  method: 'POST',
  path: '/test/fail/:kind',
  access: 'public',
  summary: 'Fails',
  params: z.object({ kind: z.enum(kinds) }),
  reply: z.object({ whole: z.int() }),
})

function failing(app: RouteContext): void {
  const { db } = app.deps
  const ways: Record<(typeof kinds)[number], () => Promise<unknown>> = {
    error: async () => {
      throw new Error('No room left in /srv/rootsquare/hidden-folder', { cause: new Error('hidden cause') })
    },
    text: () => Promise.reject('a hidden text'),
    nothing: () => Promise.reject(undefined),
    sql: () => sql`select hidden_column from hidden_table`.execute(db),
    row: () => db.insertInto('members').values(spoiltMember).execute(),
    shape: async () => 'two and a half',
    busy: () => Promise.reject(unavailable()),
    late: () => sql`select pg_sleep(20)`.execute(db),
  }
  serve(app, fail, async ({ params }) => z.any().parse({ whole: await ways[params.kind]() }))
}

/** Breaks a check of the table, so that PostgreSQL quotes the whole row in its error. */
const spoiltMember = {
  username: 'spoilt',
  email: 'hidden@example.com',
  password_hash: 'hidden-hash',
  firstname: 'A',
  lastname: 'B',
  followers_count: -1,
  created_at: new Date(),
}

const lines: string[] = []
const app = await sharedApp({ extraRoutes: [failing], log: (line) => lines.push(line) })
beforeEach(() => {
  lines.length = 0
})

const Line = z.looseObject({ level: z.number(), reqId: z.string().optional(), msg: z.string().optional() })
const logged = () => lines.map((line) => Line.parse(JSON.parse(line)))

describe('a handler that fails', () => {
  test.each(['error', 'text', 'nothing', 'sql', 'row', 'shape'] as const)(
    'responds to %s with a 500 and only the request id, also in the log',
    async (kind) => {
      const answer = await app.call('POST', `/test/fail/${kind}`)
      const failure = expectFailure(answer, 500, 'INTERNAL')
      expect(failure.error).toEqual(['An unexpected error occurred'])
      expect(failure.requestId).toMatch(/^[\w-]{8,}$/)
      expect(JSON.stringify(answer.body)).not.toMatch(/hidden|srv|spoilt|column|table|whole/)
      const faults = logged().filter(({ level }) => level >= 50)
      expect(faults).toHaveLength(1)
      expect(faults[0]?.reqId).toBe(failure.requestId)
    },
  )

  test('logs its cause and stack', async () => {
    await app.call('POST', '/test/fail/error')
    const text = lines.join('')
    expect(text).toContain('/srv/rootsquare/hidden-folder')
    expect(text).toContain('hidden cause')
    expect(text).toContain('faults.test.ts')
  })

  test('does not log the row that a check rejected', async () => {
    await app.call('POST', '/test/fail/row')
    const text = lines.join('')
    expect(text).toContain('23514')
    expect(text).not.toContain('hidden-hash')
    expect(text).not.toContain('hidden@example.com')
  })

  test.each(['busy', 'late'] as const)(
    'responds with a 503 and Retry-After if the database is %s',
    async (kind) => {
      const answer = await app.call('POST', `/test/fail/${kind}`)
      const failure = expectFailure(answer, 503, 'UNAVAILABLE')
      expect(failure.requestId).toBeDefined()
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    },
  )

  test('leaves the server working', async () => {
    for (const kind of kinds.filter((other) => other !== 'late')) await app.call('POST', `/test/fail/${kind}`)
    expectOk(await app.call('GET', '/health/ready'))
    expect(app.deps.pool.waitingCount).toBe(0)
  })
})

describe('the log', () => {
  test('has one line per request, with its id', async () => {
    await app.call('GET', '/health')
    await app.call('GET', '/nothing')
    const requests = logged().filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject([
      { method: 'GET', path: '/api/health', status: 200 },
      { method: 'GET', path: '/api/nothing', status: 404, errorCode: 'NOT_FOUND' },
    ])
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(2)
  })

  test('never contains a password, a token, a code or a query', async () => {
    const secrets = await useSecrets(app)
    const text = lines.join('')
    expect(text).toContain('/api/login')
    expect(text).toContain('/api/user/search')
    for (const secret of secrets) expect(text).not.toContain(secret)
  })
})

/** Sends every kind of secret that the product knows, valid or not, and returns all of them. */
async function useSecrets({ call, mails, runJobs, url }: TestApp): Promise<string[]> {
  const [old, next, wrong] = ['Hidden#1first', 'Hidden#2second', 'Hidden#3wrong']
  const emailAddress = 'listens@example.com'
  const name = { firstName: 'A', lastName: 'B', username: 'listens.in' }
  const validationUrl = 'http://localhost:3000/mail-validate'
  await call('POST', '/create/user', {
    body: { ...name, emailAddress, cipherCode: old, validationUrl, groupId: 1 },
  })
  await call('POST', '/create/user', {
    body: { ...name, emailAddress, cipherCode: wrong, validationUrl, groupId: 'x' },
  })
  await runJobs()
  const code = (mail: { text: string } | undefined) => /vCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const verificationCode = code((await mails()).at(-1))
  await call('POST', '/signup/email/verify', { body: { verificationCode } })
  await call('POST', '/signup/email/verify', { body: { verificationCode } })
  await call('POST', '/login', { body: { username: name.username, userSecret: wrong } })
  await call('POST', '/login', {
    body: `{"userSecret":"${wrong}"`,
    headers: { 'content-type': 'application/json' },
  })
  const login = await call('POST', '/login', { body: { username: name.username, userSecret: old } })
  const token = Session.parse(login.body.data).access_token
  await call('GET', '/user/search', { token, query: { q: 'hidden-query' } })
  await call('GET', '/nothing', { token, query: { vCode: 'hidden-query', token } })
  await call('GET', '/groups/%zz', { query: { vCode: 'hidden-query' } })
  await fetch(`${url}/mail-validate?vCode=hidden-query`)
  const body = { oldCipher: old, newCipher: next, confirmNewCipher: next }
  const changed = await call('PUT', '/password/change', { token, body })
  await call('GET', '/user/export', { token })
  const newToken = Session.parse(changed.body.data).access_token
  await call('PUT', '/user/close-account', { token: newToken, body: { password: wrong } })
  await call('POST', '/password/reset', {
    body: { email: emailAddress, resetUrl: 'http://localhost:3000/update-password' },
  })
  await runJobs()
  const resetCode = code((await mails()).at(-1))
  await call('PUT', '/password/reset', { body: { cipher: old, confirmCipher: old, resetCode } })
  const secrets = [old, next, wrong, verificationCode, resetCode, token, newToken, 'hidden-query']
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(8)
  return secrets
}
