import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { initiatePayment } from '@rootsquare/contract/trade/payments'
import { createPost } from '@rootsquare/contract/posts'
import { buildMember, password } from '#api/test/builders/members.ts'
import { buildSale, initiate, statusOf } from '#api/test/builders/payments.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { listen } from '#api/test/events.ts'
import { startPgBouncer } from '#api/test/fakes/pgbouncer.ts'
import { startRedis } from '#api/test/fakes/redis.ts'
import { freshFolder, query } from '#api/test/processes/embedded-server.ts'
import { newcomer, startProduct, type Product } from '#api/test/processes/product-process.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'

/** A web and a worker process on one database behind a pooler. `app` reads and writes the same database directly. */
async function startBehindPooler(context: TestContext) {
  const app = await temporaryApp()
  const redis = await startRedis(context)
  const pooler = await startPgBouncer(context, app.databaseUrl)
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: app.databaseUrl,
    REDIS_URL: redis.url,
    JWT_SECRET: app.deps.jwtSecret,
  }
  const folders = { web: freshFolder(), worker: freshFolder() }
  const [web, worker] = await Promise.all([
    startProduct(folders.web, { ...settings, ROLE: 'web' }),
    startProduct(folders.worker, { ...settings, ROLE: 'worker' }),
  ])
  return { app: { ...app, url: web.url, call: web.call }, web, worker, folders }
}

const mailsIn = (folder: string) => readdir(join(folder, 'outbox')).catch(() => [])
const readiness = async ({ call }: Product) => (await call('GET', '/health/ready')).status

async function expectOneOfManyPosts({ call }: TestApp, token: string): Promise<void> {
  const headers = { 'idempotency-key': 'once' }
  const write = () => call('POST', '/post/user/create', { token, body: { caption: 'Fresh yams' }, headers })
  const answers = await Promise.all(Array.from({ length: 20 }, write))
  const ids = new Set(answers.map((answer) => dataOf(createPost, answer).id))
  expect(ids.size).toBe(1)
  const path = `/post/comments/${[...ids].join()}/create`
  expectOk(await call('POST', path, { token, body: { comments: 'How much?' } }))
}

/** The page to pay on has the address of the product that members know. */
async function pay(app: TestApp, { buyer, order }: Awaited<ReturnType<typeof buildSale>>): Promise<void> {
  const { authorizationUrl } = dataOf(initiatePayment, await initiate(app, buyer, order))
  const page = authorizationUrl.replace(app.deps.settings.publicUrl, app.url)
  const body = new URLSearchParams({ action: 'pay', card: '4084084084084081' })
  expect((await fetch(page, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
}

test('a web and a worker process work behind a pooler in transaction mode', async (context) => {
  const { app, web, worker, folders } = await startBehindPooler(context)
  const { username, group_id } = await buildMember(app)
  const login = await web.call('POST', '/login', { body: { username, userSecret: password } })
  expectOk(login)
  await expectOneOfManyPosts(app, String(login.body['data']?.['access_token']))

  expectOk(await web.call('POST', '/create/user', { body: newcomer('efe', group_id ?? 0) }))
  await expect.poll(() => mailsIn(folders.worker)).toHaveLength(1)
  expect(await mailsIn(folders.web)).toEqual([])

  // The worker gets the event of the sandbox and notifies the web node over Redis.
  const sale = await buildSale(app)
  const page = await listen(web, sale.seller)
  onTestFinished(page.hangUp)
  await pay(app, sale)
  await page.untilNamed('order')
  expect(await statusOf(app, sale.order)).toBe('PROCESSING')

  expect(await readiness(worker)).toBe(200)
  expectFailure(await worker.call('GET', '/groups'), 404)
  // Every connection that the pooler opens from now on has it; one from before the start may still be open.
  expect(await query(app.databaseUrl, 'show statement_timeout')).toEqual([{ statement_timeout: '5s' }])
  expect([...web.errors, ...worker.errors]).toEqual([])
})

/** Until it is back, for the clients of this database alone. */
async function takeAway({ databaseUrl }: TestApp): Promise<() => Promise<unknown>> {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = new URL(databaseUrl).pathname.slice(1)
  await query(server, `alter database ${name} allow_connections false`)
  await query(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  return () => query(server, `alter database ${name} allow_connections true`)
}

test('without its pooler or its database a node answers 503 and recovers by itself', async (context) => {
  const direct = await temporaryApp()
  const pooler = await startPgBouncer(context, direct.databaseUrl)
  const app = await temporaryApp({ sameDatabaseAs: { url: direct.databaseUrl }, poolerUrl: pooler.url })
  const { token } = await buildMember(app)
  const ask = () => app.call('GET', '/user/search', { token, query: { q: 'a' } })
  const expectAway = async () => {
    for (const answer of await Promise.all(Array.from({ length: 20 }, ask))) {
      expectFailure(answer, 503, 'UNAVAILABLE')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  expectOk(await ask())
  await pooler.kill()
  await expectAway()
  await pooler.startAgain()
  expectOk(await ask())

  const giveBack = await takeAway(app)
  await expectAway()
  await giveBack()
  await expect.poll(async () => (await ask()).status).toBe(200)
})
