import { expect, test } from 'vitest'
import {
  rangeParams,
  previousRange,
  isCanonicalRange,
  isTooLong,
  readRange,
  moveEnd,
  moveStart,
} from '#web/features/analytics/range-search.ts'

const today = '2026-03-31'
const lastMonth = { start: '2026-02-28', end: today }
const plain = { granularity: 'daily', isCompared: false }

test('reads days, granularity and comparison from the address', () => {
  const search = { start: '2026-02-05', end: '2026-03-02', granularity: 'weekly', compare: '1' }
  expect(readRange(search, today)).toEqual({
    start: '2026-02-05',
    end: '2026-03-02',
    granularity: 'weekly',
    isCompared: true,
  })
  expect(isCanonicalRange(search, today)).toBe(true)
})

test('reads an empty address as the last month, day by day', () => {
  expect(readRange({}, today)).toEqual({ ...lastMonth, ...plain })
  expect(isCanonicalRange({}, today)).toBe(true)
})

test.each([
  ['a day that does not exist', { start: '2026-02-30', end: '2026-03-02' }],
  ['an end before the start', { start: '2026-03-02', end: '2026-03-01' }],
  ['words', { end: 'x' }],
  ['another granularity', { granularity: 'hourly' }],
  ['another comparison', { compare: 7 }],
])('treats an address with %s as empty and rewrites it', (_, search) => {
  expect(readRange(search, today)).toEqual({ ...lastMonth, ...plain })
  expect(isCanonicalRange(search, today)).toBe(false)
  expect(Object.values(rangeParams(search, {}, today))).toEqual([undefined, undefined, undefined, undefined])
})

test('completes a single day and writes both', () => {
  expect(rangeParams({ start: '2026-03-10' }, {}, today)).toMatchObject({ start: '2026-03-10', end: today })
  expect(rangeParams({ end: '2026-03-10' }, {}, today)).toMatchObject({
    start: '2026-02-10',
    end: '2026-03-10',
  })
})

test('leaves other parameters of the address unchanged', () => {
  const search = { start: '2026-02-05', end: '2026-03-02', granularity: 'monthly', compare: '1' }
  const days = { start: '2026-03-01', end: today }
  expect(rangeParams(search, { days }, today)).toEqual({ ...days, granularity: 'monthly', compare: '1' })
  expect(rangeParams(search, { granularity: 'daily' }, today)).toMatchObject({
    start: '2026-02-05',
    granularity: undefined,
    compare: '1',
  })
  expect(rangeParams(search, { isCompared: false }, today).compare).toBeUndefined()
})

test('moves days that would cross, without changing their number', () => {
  const march = { start: '2026-03-01', end: '2026-03-31' }
  expect(moveEnd(march, '2025-03-01')).toEqual({ start: '2025-01-30', end: '2025-03-01' })
  expect(moveEnd(march, '2026-03-15')).toEqual({ start: '2026-03-01', end: '2026-03-15' })
  const winter = { start: '2025-01-30', end: '2025-03-01' }
  expect(moveStart(winter, '2026-01-30')).toEqual({ start: '2026-01-30', end: '2026-03-01' })
  expect(moveStart(winter, '2025-02-10')).toEqual({ start: '2025-02-10', end: '2025-03-01' })
})

test('shortens a range with a future start to one day', () => {
  expect(moveStart({ start: '2026-03-01', end: '2026-03-02' }, '2099-12-31')).toEqual({
    start: '2099-12-31',
    end: '2099-12-31',
  })
})

test('ends the previous range one day earlier with as many days', () => {
  const range = { start: '2026-03-01', end: '2026-03-31', granularity: 'daily', isCompared: true } as const
  expect(previousRange(range)).toMatchObject({ start: '2026-01-29', end: '2026-02-28' })
})

test('accepts at most 1,827 days', () => {
  expect(isTooLong({ start: '2021-01-01', end: '2026-01-01' })).toBe(false)
  expect(isTooLong({ start: '2020-12-31', end: '2026-01-01' })).toBe(true)
})
