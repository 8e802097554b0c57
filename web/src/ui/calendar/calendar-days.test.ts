import { expect, test } from 'vitest'
import { dayByKey, dayIn, weeksOf } from '#web/ui/calendar/calendar-days.ts'

test.each([
  ['ArrowRight', '2026-03-01', '2026-03-02'],
  ['ArrowDown', '2026-03-02', '2026-03-09'],
  ['End', '2026-03-09', '2026-03-15'],
  ['ArrowUp', '2026-03-15', '2026-03-08'],
  ['Home', '2026-03-08', '2026-03-02'],
  ['PageUp', '2026-03-02', '2026-02-02'],
  ['PageDown', '2026-02-02', '2026-03-02'],
  ['ArrowLeft', '2026-03-01', '2026-02-28'],
  ['PageUp', '2026-03-31', '2026-02-28'],
])('%s leads from %s to %s', (key, from, to) => {
  expect(dayByKey(from, key, false)).toBe(to)
})

test('Shift and Page Up lead a year back, other keys nowhere', () => {
  expect(dayByKey('2024-02-29', 'PageUp', true)).toBe('2023-02-28')
  expect(dayByKey('2026-03-01', 'PageDown', true)).toBe('2027-03-01')
  expect(dayByKey('2026-03-01', 'a', false)).toBeUndefined()
})

test('the same day of another month or year, or its last', () => {
  expect(dayIn('2026-03-31', { year: 2026, month: 2 })).toBe('2026-02-28')
  expect(dayIn('2026-03-31', { year: 2025, month: 3 })).toBe('2025-03-31')
})

test('a month is written in weeks from Monday', () => {
  const weeks = weeksOf('2026-03-15')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([...Array.from({ length: 6 }), '2026-03-01'])
  expect(weeks[5]?.slice(0, 3)).toEqual(['2026-03-30', '2026-03-31', undefined])
})
