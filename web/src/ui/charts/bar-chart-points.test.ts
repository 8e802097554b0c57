import { expect, test } from 'vitest'
import { labelsOf } from '#web/ui/charts/bar-chart-labels.ts'
import {
  barsPath,
  heightOf,
  plotOf,
  pointText,
  slotsOf,
  topOf,
  withLastDays,
} from '#web/ui/charts/bar-chart-points.ts'

const pointsFrom = (...dates: string[]) => dates.map((date) => ({ date, value: 1 }))
const march = pointsFrom(
  ...Array.from({ length: 31 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`),
)

test('weeks and months are named by their days', () => {
  const weeks = pointsFrom('2026-02-05', '2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02')
  expect(withLastDays(weeks, '2026-03-02').map(pointText)).toEqual([
    '5–8 Feb 2026',
    '9–15 Feb 2026',
    '16–22 Feb 2026',
    '23 Feb – 1 Mar 2026',
    '2 Mar 2026',
  ])
  const months = pointsFrom('2026-02-05', '2026-03-01', '2026-04-01')
  expect(withLastDays(months, '2026-04-02').map(pointText)).toEqual([
    '5–28 Feb 2026',
    'Mar 2026',
    '1–2 Apr 2026',
  ])
})

test('a week over the end of a year names both', () => {
  expect(withLastDays(pointsFrom('2026-12-28'), '2027-01-03').map(pointText)).toEqual([
    '28 Dec 2026 – 3 Jan 2027',
  ])
})

test.each([5, 10])('the last %i bars are named where so many are wanted', (last) => {
  const labels = labelsOf({ points: march, count: 31, width: 600, last })
  expect(labels.map(({ date }) => date)).toEqual(march.slice(-last).map(({ date }) => date))
  expect(labels[0]).toMatchObject({ month: 'Mar', text: String(32 - last) })
})

test('without a number the first, the last and what fits between are named', () => {
  const labels = labelsOf({ points: march, count: 31, width: 300, last: undefined })
  expect(labels.map(({ date }) => date)).toEqual(['2026-03-01', '2026-03-11', '2026-03-21', '2026-03-31'])
  expect(labelsOf({ points: march, count: 31, width: 0, last: undefined })).toEqual([])
})

test('the axis ends at 1, 2 or 5 of the next power of ten', () => {
  const topFor = (value: number) => topOf(slotsOf([{ date: '2026-03-01', value }], undefined))
  expect([0, 1, 3, 51, 200, 2001].map(topFor)).toEqual([0, 1, 5, 100, 200, 5000])
})

test('a small value is visible, and zero has no bar', () => {
  expect(heightOf(1, 5000)).toBeGreaterThan(2)
  const slots = slotsOf(march, undefined)
  expect(barsPath([0, undefined, 1], plotOf(slots, 310, false), { from: 0, to: 1 })).toMatch(
    /^M20\.00[^M]*Z$/,
  )
})

test('the previous period may have one bar more', () => {
  const [first, second] = pointsFrom('2026-01-01', '2026-02-01')
  expect(slotsOf(march.slice(0, 1), first && second && [first, second])).toEqual([
    { now: march[0], before: first },
    { now: undefined, before: second },
  ])
})
