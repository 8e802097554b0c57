import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { migrate } from '#api/db/migrate.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { freshFolder, startHere } from '#api/test/processes/embedded-server.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const { token } = await buildMember(app)
const server = new pg.Client(process.env['TEST_DATABASE_URL'])
await server.connect()
afterAll(() => server.end())
const name = () => new URL(app.databaseUrl).pathname.slice(1)

/** Allows no new connection and ends the open ones, which for this database is the same as a stopped server. */
async function stopDatabase(): Promise<void> {
  await server.query(`alter database ${name()} allow_connections false`)
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])
}

async function restoreDatabase(): Promise<void> {
  await server.query(`alter database ${name()} allow_connections true`)
}

afterEach(restoreDatabase)

const calls = [
  ['GET', '/groups'],
  ['GET', '/groups/1'],
  ['GET', '/health/ready'],
  ['GET', '/user/search?q=a'],
  ['POST', '/login'],
  ['POST', '/logout'],
] as const

const ask = ([method, path]: (typeof calls)[number]) =>
  app.call(method, path, { token, ...(path === '/login' && { body: { username: 'a', userSecret: 'b' } }) })

describe('while the database is down', () => {
  test('calls that need it are a 503 with Retry-After until it is back', async () => {
    for (const call of calls.slice(0, 4)) expect((await ask(call)).status).toBe(200)

    await stopDatabase()
    for (const call of calls) {
      const answer = await ask(call)
      expect([call, answer.status]).toEqual([call, 503])
      const failure = expectFailure(answer, 503, 'UNAVAILABLE')
      expect(failure.requestId).toBeDefined()
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expectOk(await app.call('GET', '/health'))
    expectOk(await app.call('GET', '/config'))
    expectFailure(await app.call('GET', '/nothing'), 404)
    expectFailure(await app.call('POST', '/login', { body: {} }), 400)

    const many = await Promise.all(Array.from({ length: 30 }, () => app.call('GET', '/groups')))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]))

    await restoreDatabase()
    await expect.poll(async () => (await app.call('GET', '/health/ready')).status).toBe(200)
    for (const call of calls.slice(0, 4)) expect((await ask(call)).status).toBe(200)
  })
})

test('reconnects when a stopped server runs again', async () => {
  const dataDir = freshFolder()
  const first = await startHere({ dataDir })
  await migrate(first.url)
  const own = await temporaryApp({ sameDatabaseAs: { url: first.url } })
  expect((await own.call('GET', '/health/ready')).status).toBe(200)

  await first.stop()
  for (const path of ['/health/ready', '/groups', '/health/ready']) {
    expectFailure(await own.call('GET', path), 503, 'UNAVAILABLE')
  }

  const second = await startHere({ dataDir })
  expect(second.url).toBe(first.url)
  await expect.poll(async () => (await own.call('GET', '/health/ready')).status).toBe(200)
})

test('calls whose connection breaks are a 503, and the next ones work', async () => {
  const request = Array.from({ length: 20 }, () => app.call('GET', '/groups', { query: { size: 100 } }))
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])
  for (const answer of await Promise.all(request)) {
    expect([200, 503]).toContain(answer.status)
    if (answer.status === 503) expectFailure(answer, 503, 'UNAVAILABLE')
  }
  await expect.poll(async () => (await app.call('GET', '/health/ready')).status).toBe(200)
  expect((await app.call('GET', '/groups')).status).toBe(200)
})

test('more calls than connections wait and succeed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => app.call('GET', '/groups', { query: { size: 5 } })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
