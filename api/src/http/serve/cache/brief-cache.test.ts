import { expect, test } from 'vitest'
import { movableClock } from '#api/test/movable-clock.ts'
import { briefCache } from './brief-cache.ts'

const clock = movableClock()
const limits = { maxAgeMs: 60_000, maxEntries: 3 }

function counting() {
  let made = 0
  return async () => (made += 1)
}

test('makes a value once for simultaneous and later calls', async () => {
  const [cache, make] = [briefCache<number>(clock, limits), counting()]
  expect(await Promise.all([1, 2, 3].map(() => cache.get('a', make)))).toEqual([1, 1, 1])
  expect(await cache.get('a', make)).toBe(1)
  expect(await cache.get('b', make)).toBe(2)
})

test('makes an aged value again, also if the clock is set back', async () => {
  const [cache, make] = [briefCache<number>(clock, limits), counting()]
  expect(await cache.get('a', make)).toBe(1)
  clock.move(limits.maxAgeMs)
  expect(await cache.get('a', make)).toBe(2)
  clock.move(-2 * limits.maxAgeMs)
  expect(await cache.get('a', make)).toBe(3)
})

test('a call after a drop gets a value that was made after it', async () => {
  const cache = briefCache<string>(clock, limits)
  const slow = Promise.withResolvers<string>()
  const before = cache.get('a', () => slow.promise)
  cache.drop()
  const after = cache.get('a', async () => 'new')
  slow.resolve('old')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await cache.get('a', async () => 'newer')).toBe('new')
})

test('gives an error to all callers that wait, and does not store it', async () => {
  const cache = briefCache<string>(clock, limits)
  const fail = () => Promise.reject(new Error('no'))
  const waiting = [cache.get('a', fail), cache.get('a', async () => 'not asked')]
  const results = await Promise.allSettled(waiting)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('a', async () => 'yes')).toBe('yes')
})

test('removes the oldest values above the limit, and stores no large values', async () => {
  const cache = briefCache<string>(clock, { ...limits, isTooLarge: (value) => value.length > 5 })
  for (let nth = 0; nth < 100; nth += 1) await cache.get(`${nth}`, async () => `${nth}`)
  expect(cache.size()).toBe(limits.maxEntries)
  expect(await cache.get('99', async () => 'again')).toBe('99')
  expect(await cache.get('0', async () => 'again')).toBe('again')
  expect(await cache.get('large', async () => 'too large')).toBe('too large')
  expect(await cache.get('large', async () => 'small')).toBe('small')
})
