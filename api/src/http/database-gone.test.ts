import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '#api/db/embedded/embedded.ts'
import { migrate } from '#api/db/migrate.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { testApp } from '#api/test/test-app.ts'

const app = await sharedApp()
const { token } = await buildMember(app)
const server = new pg.Client(process.env['TEST_DATABASE_URL'])
await server.connect()
afterAll(() => server.end())
const name = () => new URL(app.databaseUrl).pathname.slice(1)

/** Nobody new gets in, and those inside are thrown out: as good as a stopped server, for this database alone. */
async function takeAway(): Promise<void> {
  await server.query(`alter database ${name()} allow_connections false`)
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])
}

async function giveBack(): Promise<void> {
  await server.query(`alter database ${name()} allow_connections true`)
}

afterEach(giveBack)

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

    await takeAway()
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

    await giveBack()
    await expect.poll(async () => (await app.call('GET', '/health/ready')).status).toBe(200)
    for (const call of calls.slice(0, 4)) expect((await ask(call)).status).toBe(200)
  })
})

test('a stopped server is found again when it runs', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rs-gone-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startEmbedded({ dataDir })
  onTestFinished(first.stop)
  await migrate(first.url)
  const own = await testApp({ sameDatabaseAs: { url: first.url } })
  onTestFinished(own.stop)
  expect((await own.call('GET', '/health/ready')).status).toBe(200)

  await first.stop()
  for (const path of ['/health/ready', '/groups', '/health/ready']) {
    expectFailure(await own.call('GET', path), 503, 'UNAVAILABLE')
  }

  const second = await startEmbedded({ dataDir })
  onTestFinished(second.stop)
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
