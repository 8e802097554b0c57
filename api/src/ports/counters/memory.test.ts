import { expect, test } from 'vitest'
import { movableClock } from '#api/ports/clock/clock.ts'
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

test('removes closed windows, and open ones stay', async () => {
  const { clock, counters } = fresh()
  await counters.add('kept', 3600)
  for (let index = 0; index < 49_999; index += 1) await counters.add(`short:${index}`, 1)
  clock.move(2000)
  for (let index = 0; index < 40_000; index += 1) await counters.add(`next:${index}`, 60)
  expect(await counters.add('kept', 3600)).toMatchObject({ count: 2 })
})

test('a flood of keys removes the oldest', async () => {
  const { counters } = fresh()
  await counters.add('oldest', 3600)
  for (let index = 0; index < 60_000; index += 1) await counters.add(`flood:${index}`, 3600)
  expect(await counters.add('oldest', 3600)).toMatchObject({ count: 1 })
  expect(await counters.add('flood:59999', 3600)).toMatchObject({ count: 2 })
})
