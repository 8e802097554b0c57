import { expect, test } from 'vitest'
import {
  addressOf,
  beforeOf,
  isAsWritten,
  isTooLong,
  readRange,
  withEnd,
  withStart,
} from '#web/features/analytics/range-search.ts'

const today = '2026-03-31'
const lastMonth = { start: '2026-02-28', end: today }
const plain = { granularity: 'daily', isCompared: false }

test('an address names days, granularity and comparison', () => {
  const search = { start: '2026-02-05', end: '2026-03-02', granularity: 'weekly', compare: 1 }
  expect(readRange(search, today)).toEqual({
    start: '2026-02-05',
    end: '2026-03-02',
    granularity: 'weekly',
    isCompared: true,
  })
  expect(isAsWritten(search, today)).toBe(true)
})

test('an empty address means the last month, day by day', () => {
  expect(readRange({}, today)).toEqual({ ...lastMonth, ...plain })
  expect(isAsWritten({}, today)).toBe(true)
})

test.each([
  ['a day that does not exist', { start: '2026-02-30', end: '2026-03-02' }],
  ['an end before the start', { start: '2026-03-02', end: '2026-03-01' }],
  ['words', { end: 'x' }],
  ['a list', { start: ['2026-03-01'] }],
  ['another granularity', { granularity: 'hourly' }],
  ['another comparison', { compare: 7 }],
])('an address with %s counts as empty and is rewritten', (_, search) => {
  expect(readRange(search, today)).toEqual({ ...lastMonth, ...plain })
  expect(isAsWritten(search, today)).toBe(false)
  expect(Object.values(addressOf(search, {}, today))).toEqual([undefined, undefined, undefined, undefined])
})

test('one day alone is completed, and both are written', () => {
  expect(addressOf({ start: '2026-03-10' }, {}, today)).toMatchObject({ start: '2026-03-10', end: today })
  expect(addressOf({ end: '2026-03-10' }, {}, today)).toMatchObject({
    start: '2026-02-10',
    end: '2026-03-10',
  })
})

test('a change leaves the rest of the address alone', () => {
  const search = { start: '2026-02-05', end: '2026-03-02', granularity: 'monthly', compare: 1 }
  const days = { start: '2026-03-01', end: today }
  expect(addressOf(search, { days }, today)).toEqual({ ...days, granularity: 'monthly', compare: 1 })
  expect(addressOf(search, { granularity: 'daily' }, today)).toMatchObject({
    start: '2026-02-05',
    granularity: undefined,
    compare: 1,
  })
  expect(addressOf(search, { isCompared: false }, today).compare).toBeUndefined()
})

test('days that would cross move along, as many as before', () => {
  const march = { start: '2026-03-01', end: '2026-03-31' }
  expect(withEnd(march, '2025-03-01')).toEqual({ start: '2025-01-30', end: '2025-03-01' })
  expect(withEnd(march, '2026-03-15')).toEqual({ start: '2026-03-01', end: '2026-03-15' })
  const winter = { start: '2025-01-30', end: '2025-03-01' }
  expect(withStart(winter, '2026-01-30')).toEqual({ start: '2026-01-30', end: '2026-03-01' })
  expect(withStart(winter, '2025-02-10')).toEqual({ start: '2025-02-10', end: '2025-03-01' })
})

test('a start that is yet to come is the only day', () => {
  expect(withStart({ start: '2026-03-01', end: '2026-03-02' }, '2099-12-31')).toEqual({
    start: '2099-12-31',
    end: '2099-12-31',
  })
})

test('the time before has as many days and ends the day before', () => {
  const range = { start: '2026-03-01', end: '2026-03-31', granularity: 'daily', isCompared: true } as const
  expect(beforeOf(range)).toMatchObject({ start: '2026-01-29', end: '2026-02-28' })
})

test('1,827 days are enough', () => {
  expect(isTooLong({ start: '2021-01-01', end: '2026-01-01' })).toBe(false)
  expect(isTooLong({ start: '2020-12-31', end: '2026-01-01' })).toBe(true)
})
