import { expect, test } from 'vitest'
import { csvName, csvOf } from '#web/features/analytics/chart-card.tsx'

const march = [
  { date: '2026-03-01', value: 3 },
  { date: '2026-03-02', value: 0 },
]

test('writes a line for each day', () => {
  expect(csvOf('Followers', march, undefined)).toBe('Date,Followers\r\n2026-03-01,3\r\n2026-03-02,0\r\n')
})

test('puts the previous range in its own columns, even if it is longer', () => {
  const before = ['2026-01-29', '2026-01-30', '2026-01-31'].map((date) => ({ date, value: 4 }))
  expect(csvOf('Likes Given', march, before).split('\r\n')).toEqual([
    'Date,Likes Given,Date before,Likes Given before',
    '2026-03-01,3,2026-01-29,4',
    '2026-03-02,0,2026-01-30,4',
    ',,2026-01-31,4',
    '',
  ])
})

test('quotes special characters and disarms formulas', () => {
  expect(csvOf('Posts, "mine"', [], undefined)).toBe('Date,"Posts, ""mine"""\r\n')
  expect(csvOf('=1+1', [], undefined)).toBe("Date,'=1+1\r\n")
})

test('names the file after figure, member, days and granularity', () => {
  const range = { start: '2026-03-01', end: '2026-03-31', granularity: 'daily', isCompared: true } as const
  expect(csvName('Likes Given', 'adaeze.n', range)).toBe(
    'likes-given-adaeze.n-2026-03-01-2026-03-31-daily.csv',
  )
  expect(csvName('Posts', '/Ẹ̀gbá & co.', range)).toBe('posts-egba-co-2026-03-01-2026-03-31-daily.csv')
})
