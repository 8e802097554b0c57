import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '@rootsquare/contract/lib/limits'
import { memoryCounters } from '#api/ports/counters/memory.ts'
import { movableClock } from '#api/test/movable-clock.ts'
import { redisCounters } from '#api/ports/counters/redis.ts'
import { cloneDatabase } from '#api/test/database.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { startRedis } from '#api/test/fakes/redis.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp, TestAppOptions } from '#api/test/test-app.ts'
import { addressKey } from './rate-limits.ts'
import { tooMany } from '#api/http/api-error.ts'

/** Rate counters are in memory, so several apps can share this database and still count separately. */
const sameDatabaseAs = await cloneDatabase()
afterAll(sameDatabaseAs.drop)

const openApp = (scale: string, options: TestAppOptions = {}): Promise<TestApp> =>
  temporaryApp({ sameDatabaseAs, ...options, settings: { RATE_LIMIT_SCALE: scale, ...options.settings } })

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** Returns how many calls in a row succeed before the first 429. */
async function countUntilLimited(ask: () => Promise<{ status: number }>, most = 50): Promise<number> {
  for (let count = 0; count < most; count += 1) if ((await ask()).status === 429) return count
  return most
}

describe('a limit', () => {
  test('rejects calls above it with Retry-After until the window ends', async () => {
    const app = await openApp('0.01')
    expect(await countUntilLimited(() => app.call('GET', '/config'))).toBe(10)
    const refused = await app.call('GET', '/groups')
    expectFailure(refused, 429, 'TOO_MANY_REQUESTS')
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    app.clock.move((seconds - 2) * 1000)
    expect((await app.call('GET', '/config')).status).toBe(429)
    app.clock.move(2500)
    expect((await app.call('GET', '/config')).status).toBe(200)
  })

  test('is the number in the contract times the scale', async () => {
    const app = await openApp('0.02')
    expect(await countUntilLimited(() => app.call('GET', '/config'))).toBe(limits.anonymous.max * 0.02)
  })

  test('counts each address separately', async () => {
    const app = await openApp('0.003')
    for (const address of ['203.0.113.7', '203.0.113.8']) {
      expect(await countUntilLimited(() => app.call('GET', '/config', from(address)))).toBe(3)
    }
  })

  test('counts a member across addresses, and not per address', async () => {
    const app = await openApp('0.01')
    const [one, two] = [await buildMember(app), await buildMember(app)]
    const ask = (token: string, address: string) => () =>
      app.call('GET', '/config', { ...from(address), token })
    expect(await countUntilLimited(ask(one.token, '203.0.113.1'))).toBe(limits.member.max * 0.01)
    expect((await ask(one.token, '203.0.113.2')()).status).toBe(429)
    expect((await ask(two.token, '203.0.113.1')()).status).toBe(200)
    expect((await app.call('GET', '/config', from('203.0.113.1'))).status).toBe(200)
  })

  test('counts calls that are rejected too', async () => {
    const app = await openApp('0.01')
    expect(await countUntilLimited(() => app.call('GET', '/user/1', from('203.0.113.1')))).toBe(10)
    const forged = () => app.call('GET', '/user/1', { ...from('203.0.113.2'), token: 'a.b.c' })
    expect(await countUntilLimited(forged)).toBe(10)
  })

  test('applies to one endpoint in addition to the general one', async () => {
    const app = await openApp('0.05')
    const reset = { email: 'a@b.cd', resetUrl: 'http://localhost:3000/update-password' }
    const ask = () => app.call('POST', '/password/reset', { ...from('203.0.113.1'), body: reset })
    expect(await countUntilLimited(ask)).toBe(limits.mailRequest.max * 0.05)
    expect((await app.call('GET', '/config', from('203.0.113.1'))).status).toBe(200)
  })

  test('counts nothing if the scale is 0', async () => {
    const counted: string[] = []
    const clock = movableClock()
    const plain = memoryCounters(clock)
    const counters = {
      ...plain,
      add: (key: string, seconds: number) => (counted.push(key), plain.add(key, seconds)),
    }
    const app = await openApp('0', { counters })
    for (let count = 0; count < 40; count += 1) {
      expect((await app.call('POST', '/login', { body: {} })).status).toBe(400)
    }
    expect(counted).toEqual([])
  })
})

describe('a limit on successes', () => {
  const post = (app: TestApp, token: string, body: object, key = randomUUID()) =>
    app.call('POST', '/post/user/create', { token, body, headers: { 'idempotency-key': key } })

  test('ignores errors and repeated idempotent calls', async () => {
    const app = await openApp('0.05')
    const { token } = await buildMember(app)
    for (let turn = 0; turn < 4; turn += 1) expectFailure(await post(app, token, {}), 400)
    for (let turn = 0; turn < 4; turn += 1)
      expectFailure(
        await app.call('POST', '/post/group/999999/create', { token, body: { caption: 'a' } }),
        404,
      )
    app.clock.move(61_000)
    const key = randomUUID()
    for (let turn = 0; turn < 8; turn += 1) expectOk(await post(app, token, { caption: 'Once' }, key))
    expectFailure(await post(app, token, { caption: 'Twice' }, key), 409)
    app.clock.move(61_000)
    const most = limits.post.max * 0.05
    expect(await countUntilLimited(() => post(app, token, { caption: 'More' }))).toBe(most - 1)
    const refused = expectFailure(await post(app, token, { caption: 'Too much' }), 429)
    expect(refused.message).toBe('Too many requests. Please try again in 58 minutes.')
  })

  test('refunds each error once, even for many at the same time', async () => {
    const app = await openApp('0.05')
    const { token } = await buildMember(app)
    expectOk(await post(app, token, { caption: 'One' }))
    await Promise.all(Array.from({ length: 4 }, () => post(app, token, {})))
    expect(await countUntilLimited(() => post(app, token, { caption: 'More' }))).toBe(
      limits.post.max * 0.05 - 1,
    )
  })
})

test.each([
  [1, 'Too many requests. Please wait a moment and try again.'],
  [90, 'Too many requests. Please wait a moment and try again.'],
  [91, 'Too many requests. Please try again in 2 minutes.'],
  [3600, 'Too many requests. Please try again in 60 minutes.'],
  [5400, 'Too many requests. Please try again in 90 minutes.'],
  [5401, 'Too many requests. Please try again in 2 hours.'],
  [86_400, 'Too many requests. Please try again in 24 hours.'],
])('a wait of %i seconds has its text', (seconds, text) => {
  const error = tooMany(seconds)
  expect(error.message).toBe(text)
  expect(error.extra.headers).toEqual({ 'retry-after': String(seconds) })
})

describe('the counted address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['2001:DB8:1:2::a', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::', '0:0:0:0'],
    ['nonsense', 'unknown'],
    ['1.2.3.4.5', 'unknown'],
    ['', 'unknown'],
  ])('of %j is %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })

  test('is the same for a whole IPv6 /64 network', async () => {
    const app = await openApp('0.003')
    let count = 0
    const ask = () => app.call('GET', '/config', from(`2001:db8:1:2::${(count += 1)}`))
    expect(await countUntilLimited(ask)).toBe(3)
    expect((await app.call('GET', '/config', from('2001:db8:1:3::1'))).status).toBe(200)
  })

  test('is the last one in X-Forwarded-For, which clients cannot set', async () => {
    const app = await openApp('0.003')
    let count = 0
    const ask = () => app.call('GET', '/config', from(`198.51.100.${(count += 1)}, 203.0.113.7`))
    expect(await countUntilLimited(ask)).toBe(3)
  })

  test('comes from X-Forwarded-For only behind a trusted proxy', async () => {
    const app = await openApp('0.003', { settings: { TRUST_PROXY: '192.0.2.1' } })
    let count = 0
    const ask = () => app.call('GET', '/config', from(`203.0.113.${(count += 1)}`))
    expect(await countUntilLimited(ask)).toBe(3)
  })
})

describe('with Redis', () => {
  /** Starts several nodes on one database and one Redis. */
  async function nodes(url: string, count: number, scale = '0.01'): Promise<TestApp[]> {
    const open = async (sameDatabaseAs?: { url: string }) => {
      const counters = redisCounters(url, memoryCounters(movableClock()), () => {})
      onTestFinished(() => counters.close())
      await expect.poll(() => counters.isReady()).toBe(true)
      return openApp(scale, { counters, ...(sameDatabaseAs && { sameDatabaseAs }) })
    }
    const first = await open()
    const others = await Promise.all(
      Array.from({ length: count - 1 }, () => open({ url: first.databaseUrl })),
    )
    return [first, ...others]
  }

  test('two nodes share one count in Redis', async (context) => {
    const redis = await startRedis(context)
    const both = await nodes(redis.url, 2)
    let turn = 0
    const ask = async () => both[(turn += 1) % 2]?.call('GET', '/config') ?? { status: 0 }
    expect(await countUntilLimited(ask)).toBe(10)
    for (const app of both) expectFailure(await app.call('GET', '/config'), 429, 'TOO_MANY_REQUESTS')
  })

  test('a killed Redis fails no call, and each node keeps its limits', async (context) => {
    const redis = await startRedis(context)
    const [app] = await nodes(redis.url, 1)
    if (!app) throw new Error('No node.')
    expectOk(await app.call('GET', '/health/ready', from('203.0.113.1')))
    await redis.kill()
    expect(await countUntilLimited(() => app.call('GET', '/config', from('203.0.113.2')))).toBe(10)
    const ready = await app.call('GET', '/health/ready', from('203.0.113.3'))
    expectFailure(ready, 503, 'UNAVAILABLE')
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0)
    expectOk(await app.call('GET', '/health', from('203.0.113.3')))

    await redis.startAgain()
    let last = 10
    const ask = () =>
      app.call('GET', '/health/ready', from(`198.51.100.${(last += 1)}`)).then(({ status }) => status)
    await expect.poll(ask, { interval: 200 }).toBe(200)
  })

  test('a frozen Redis delays no call for long', async (context) => {
    const redis = await startRedis(context)
    const [app] = await nodes(redis.url, 1, '1')
    if (!app) throw new Error('No node.')
    redis.freeze()
    const login = { username: 'nobody', userSecret: 'x' }
    expect(await app.call('POST', '/login', { ...from('203.0.113.1'), body: login })).toMatchObject({
      status: 400,
    })
    expectOk(await app.call('GET', '/config', from('203.0.113.2')))
    redis.thaw()
  })
})
