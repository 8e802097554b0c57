import { expect, test } from 'vitest'
import { movableClock } from '#api/test/movable-clock.ts'
import type { Counters } from './counters.ts'
import { memoryCounters } from './memory.ts'

function fresh() {
  const clock = movableClock()
  return { clock, counters: memoryCounters(clock) }
}

test('the first count opens a window that expires', async () => {
  const { clock, counters } = fresh()
  expect(await counters.add('a', 60)).toEqual({ count: 1, secondsLeft: 60 })
  clock.move(20_000)
  expect(await counters.add('a', 60)).toEqual({ count: 2, secondsLeft: 40 })
  clock.move(39_000)
  expect(await counters.add('a', 60)).toMatchObject({ count: 3 })
  clock.move(1100)
  expect(await counters.add('a', 60)).toEqual({ count: 1, secondsLeft: 60 })
})

test('every key has its own count', async () => {
  const { counters } = fresh()
  for (const count of [1, 2, 3]) expect(await counters.add('a', 60)).toMatchObject({ count })
  expect(await counters.add('b', 60)).toMatchObject({ count: 1 })
})

test('refunds one, and never counts below zero', async () => {
  const { counters } = fresh()
  await counters.subtract('a')
  await counters.add('a', 60)
  await counters.add('a', 60)
  await counters.subtract('a')
  expect(await counters.add('a', 60)).toMatchObject({ count: 2 })
  for (const _ of [1, 2, 3, 4]) await counters.subtract('a')
  expect(await counters.add('a', 60)).toMatchObject({ count: 1 })
})

test('is always ready', async () => {
  const { counters } = fresh()
  expect(await counters.isReady()).toBe(true)
  await counters.close()
})

test('a clock that is set back makes no window longer', async () => {
  const { clock, counters } = fresh()
  await counters.add('a', 60)
  clock.move(-3 * 3_600_000)
  expect(await counters.add('a', 60)).toEqual({ count: 2, secondsLeft: 60 })
  clock.move(61_000)
  expect(await counters.add('a', 60)).toMatchObject({ count: 1 })
})

/** Adds one to each of many keys. */
async function flood(counters: Counters, prefix: string, keys: number, seconds = 3600) {
  for (let index = 0; index < keys; index += 1) await counters.add(`${prefix}${index}`, seconds)
}

test('removes closed windows, and open ones stay', async () => {
  const { clock, counters } = fresh()
  await counters.add('login:kept', 3600)
  await flood(counters, 'login:short', 19_999, 1)
  clock.move(2000)
  await flood(counters, 'login:next', 17_000)
  expect(await counters.add('login:kept', 3600)).toMatchObject({ count: 2 })
})

test('a flood of keys removes the oldest of the lowest counts', async () => {
  const { counters } = fresh()
  await counters.add('login:oldest', 3600)
  for (const _ of [1, 2, 3]) await counters.add('login:guessed', 3600)
  await flood(counters, 'login:flood', 100_000)
  expect(await counters.add('login:oldest', 3600)).toMatchObject({ count: 1 })
  expect(await counters.add('login:flood99999', 3600)).toMatchObject({ count: 2 })
  expect(await counters.add('login:guessed', 3600)).toMatchObject({ count: 4 })
})

test('a flood of keys of one limit leaves the others alone', async () => {
  const { counters } = fresh()
  await counters.add('loginAccount:ada', 900)
  await flood(counters, 'anonymous:', 60_000)
  expect(await counters.add('loginAccount:ada', 900)).toMatchObject({ count: 2 })
})

test('a flood of high counts is removed too', async () => {
  const { counters } = fresh()
  for (let turn = 0; turn < 5; turn += 1) await flood(counters, 'login:', 19_000)
  await flood(counters, 'login:new', 40_000)
  expect(await counters.add('login:new39999', 3600)).toMatchObject({ count: 2 })
})
