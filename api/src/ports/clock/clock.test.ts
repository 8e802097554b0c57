import { expect, test } from 'vitest'
import { inDays, inHours, inMinutes, movableClock, systemClock } from './clock.ts'

test('the system’s clock tells the time', () => {
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1000)
})

test('a clock for tests goes on by itself and can be moved both ways', () => {
  const clock = movableClock()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000)
  clock.move(3_600_000)
  clock.move(60_000)
  expect(Math.abs(clock.now().getTime() - Date.now() - 3_660_000)).toBeLessThan(1000)
  clock.move(-3_660_000)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000)
})

test('spans are exact, over the end of a year and backwards', () => {
  const from = new Date('2026-12-31T23:30:00Z')
  expect(inMinutes(from, 45).toISOString()).toBe('2027-01-01T00:15:00.000Z')
  expect(inHours(from, -24).toISOString()).toBe('2026-12-30T23:30:00.000Z')
  expect(inDays(from, 30).toISOString()).toBe('2027-01-30T23:30:00.000Z')
  expect(from.toISOString()).toBe('2026-12-31T23:30:00.000Z')
})
