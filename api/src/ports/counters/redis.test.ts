import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { movableClock } from '#api/test/movable-clock.ts'
import { startRedis } from '#api/test/fakes/redis.ts'
import { stallableRoute } from '#api/test/fakes/stallable-route.ts'
import { memoryCounters } from './memory.ts'
import { redisCounters } from './redis.ts'

async function countersAt(url: string) {
  const errors: Error[] = []
  const counters = redisCounters(url, memoryCounters(movableClock()), (error) => errors.push(error))
  onTestFinished(() => counters.close())
  await expect.poll(() => counters.isReady()).toBe(true)
  return { counters, errors }
}

/** Opens a second connection that inspects Redis. */
function lookInto(url: string): Redis {
  const redis = new Redis(url)
  redis.on('error', () => {})
  onTestFinished(() => redis.disconnect())
  return redis
}

test('nodes share counts', async (context) => {
  const { url } = await startRedis(context)
  const [one, two] = await Promise.all([countersAt(url), countersAt(url)])
  expect(await one.counters.add('a', 60)).toEqual({ count: 1, secondsLeft: 60 })
  expect(await two.counters.add('a', 60)).toMatchObject({ count: 2 })
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (index % 2 ? one : two).counters.add('b', 60)),
  )
  expect(all.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
})

test('every counter expires', async (context) => {
  const { url } = await startRedis(context)
  const { counters } = await countersAt(url)
  await counters.add('long', 900)
  await counters.add('long', 900)
  await counters.subtract('long')
  await counters.subtract('never')
  expect(await counters.add('short', 3)).toEqual({ count: 1, secondsLeft: 3 })
  const redis = lookInto(url)
  const keys = await redis.keys('*')
  expect(keys.toSorted()).toEqual(['rootsquare:count:long', 'rootsquare:count:short'])
  for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(0)
  await expect.poll(() => counters.add('short', 3), { interval: 3100 }).toMatchObject({ count: 1 })
})

test('refunds one, and never counts below zero', async (context) => {
  const { url } = await startRedis(context)
  const { counters } = await countersAt(url)
  await counters.add('a', 60)
  for (const _ of [1, 2, 3]) await counters.subtract('a')
  expect(await counters.add('a', 60)).toMatchObject({ count: 1 })
})

test('without Redis each node counts by itself', async (context) => {
  const redis = await startRedis(context)
  const { counters, errors } = await countersAt(redis.url)
  await counters.add('a', 60)
  await redis.kill()
  expect(await counters.add('a', 60)).toEqual({ count: 2, secondsLeft: 60 })
  expect(await counters.add('a', 60)).toMatchObject({ count: 3 })
  await counters.subtract('a')
  expect(await counters.add('a', 60)).toMatchObject({ count: 3 })
  expect(await counters.isReady()).toBe(false)
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  await redis.startAgain()
  await expect.poll(() => counters.isReady()).toBe(true)
  const shared = lookInto(redis.url)
  await expect
    .poll(async () => {
      await counters.add('fresh', 60)
      return shared.get('rootsquare:count:fresh')
    })
    .toBe('1')
})

test('a hanging Redis delays one call per second', async (context) => {
  const redis = await startRedis(context)
  const { counters, errors } = await countersAt(redis.url)
  redis.freeze()
  for (let count = 1; count <= 10; count += 1) expect(await counters.add('a', 60)).toMatchObject({ count })
  // Each command that timed out is reported. On a quiet machine that is one.
  expect(errors.length).toBeGreaterThan(0)
  expect(errors.length).toBeLessThan(10)
  redis.thaw()
  await expect.poll(() => counters.isReady()).toBe(true)
})

test('reopens a connection whose other end vanished silently', async (context) => {
  const redis = await startRedis(context)
  const route = await stallableRoute({ host: '127.0.0.1', port: Number(new URL(redis.url).port) })
  const { counters } = await countersAt(`redis://127.0.0.1:${route.port}`)
  route.stall()
  expect(await counters.isReady()).toBe(false)
  await expect.poll(() => counters.isReady()).toBe(true)
})

test('starts without Redis', async () => {
  const counters = redisCounters('redis://127.0.0.1:1', memoryCounters(movableClock()), () => {})
  onTestFinished(() => counters.close())
  expect(await counters.add('a', 60)).toEqual({ count: 1, secondsLeft: 60 })
  expect(await counters.isReady()).toBe(false)
})
