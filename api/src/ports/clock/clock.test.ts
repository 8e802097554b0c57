import { expect, onTestFinished, test, vi } from 'vitest'
import { inDays, inHours, inMinutes, systemClock } from './clock.ts'
import { movableClock } from '#api/test/movable-clock.ts'

test('the system clock returns the current time', () => {
  const [before, now, after] = [Date.now(), systemClock.now().getTime(), Date.now()]
  expect([before, now, after]).toEqual([before, now, after].toSorted())
})

test('the test clock runs and can be moved both ways', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const clock = movableClock()
  vi.setSystemTime(1_000_500)
  expect(clock.now().getTime()).toBe(1_000_500)
  clock.move(3_600_000)
  clock.move(60_000)
  expect(clock.now().getTime()).toBe(4_660_500)
  clock.move(-3_660_000)
  expect(clock.now().getTime()).toBe(1_000_500)
})

test('time spans are exact across years and backwards', () => {
  const from = new Date('2026-12-31T23:30:00Z')
  expect(inMinutes(from, 45).toISOString()).toBe('2027-01-01T00:15:00.000Z')
  expect(inHours(from, -24).toISOString()).toBe('2026-12-30T23:30:00.000Z')
  expect(inDays(from, 30).toISOString()).toBe('2027-01-30T23:30:00.000Z')
  expect(from.toISOString()).toBe('2026-12-31T23:30:00.000Z')
})
