import { describe, expect, test } from 'vitest'
import { sumByDay, lagosDay, monthBefore, rangeOf, seriesOf as seriesFrom } from './time-series.ts'

const now = new Date('2026-11-16T09:00:00Z')
type SeriesInput = Partial<Parameters<typeof rangeOf>[0]>
const range = (query: SeriesInput, at = now) => rangeOf({ granularity: 'daily', ...query }, at)

const between = (startDate: string, endDate: string, granularity: SeriesInput['granularity'] = 'daily') =>
  range({ startDate, endDate, granularity })

const seriesOf = (
  ...[query, rows, unit]: [ReturnType<typeof range>, Parameters<typeof sumByDay>[1], number?]
) => seriesFrom(query, sumByDay(query, rows), unit)

const dates = (query: ReturnType<typeof range>) => seriesOf(query, []).trend.map(({ date }) => date)

describe('the range', () => {
  test('goes back one month from today, by the days of Lagos', () => {
    expect(dates(range({}))).toHaveLength(32)
    expect([dates(range({}))[0], dates(range({})).at(-1)]).toEqual(['2026-10-16', '2026-11-16'])
    expect(lagosDay(new Date('2026-11-16T22:59:59Z'))).toBe('2026-11-16')
    expect(lagosDay(new Date('2026-11-16T23:00:00Z'))).toBe('2026-11-17')
    expect(dates(range({}, new Date('2026-12-31T23:30:00Z'))).at(-1)).toBe('2027-01-01')
  })

  test('one month before is the same day, or the last of a shorter month', () => {
    expect(['2026-03-31', '2028-03-30', '2026-01-31', '2026-07-31', '2026-05-15'].map(monthBefore)).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2025-12-31',
      '2026-06-30',
      '2026-04-15',
    ])
  })

  test('uses the default for a missing end', () => {
    expect(dates(range({ endDate: '2026-03-31' }))[0]).toBe('2026-02-28')
    expect(dates(range({ startDate: '2026-11-15' }))).toEqual(['2026-11-15', '2026-11-16'])
  })

  test('counts from the start of the previous range to its end in Lagos', () => {
    const { from, until } = between('2026-11-10', '2026-11-16')
    expect([from, until].map((at) => at.toISOString())).toEqual([
      '2026-11-02T23:00:00.000Z',
      '2026-11-16T23:00:00.000Z',
    ])
  })

  test('rejects a range that is reversed or longer than 1,827 days', () => {
    const why = (start: string, end: string) => {
      try {
        return between(start, end).days
      } catch (error) {
        return error
      }
    }
    const rejected = (text: string) => expect.objectContaining({ status: 400, fields: { endDate: text } })
    expect(why('2026-11-16', '2026-11-15')).toEqual(rejected('Must not be before the start.'))
    expect(why('2021-11-16', '2026-11-16')).toBe(1827)
    expect(why('2021-11-15', '2026-11-16')).toEqual(rejected('At most 1,827 days.'))
    expect(() => range({ startDate: '2026-11-17' })).toThrow('Must not be before the start.')
  })
})

describe('the trend', () => {
  test('has one bucket for one day, whatever the granularity', () => {
    for (const granularity of ['daily', 'weekly', 'monthly'] as const) {
      const one = between('2026-11-12', '2026-11-12', granularity)
      expect(seriesOf(one, [{ day: '2026-11-12', value: 3 }])).toEqual({
        total: 3,
        growthRate: 100,
        average: 3,
        trend: [{ date: '2026-11-12', value: 3 }],
      })
    }
  })

  test('has a bucket for every day, including leap and future days', () => {
    expect(dates(between('2028-02-28', '2028-03-01'))).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(seriesOf(between('2026-11-16', '2026-11-18'), [{ day: '2026-11-16', value: 1 }]).trend).toEqual([
      { date: '2026-11-16', value: 1 },
      { date: '2026-11-17', value: 0 },
      { date: '2026-11-18', value: 0 },
    ])
  })

  test('has weeks from Monday, named by their first day in the range', () => {
    const weeks = between('2026-10-28', '2026-11-16', 'weekly')
    const counted = [
      { day: '2026-10-27', value: 50 },
      { day: '2026-10-28', value: 1 },
      { day: '2026-11-01', value: 2 },
      { day: '2026-11-02', value: 4 },
      { day: '2026-11-16', value: 8 },
    ]
    expect(seriesOf(weeks, counted).trend).toEqual([
      { date: '2026-10-28', value: 3 },
      { date: '2026-11-02', value: 4 },
      { date: '2026-11-09', value: 0 },
      { date: '2026-11-16', value: 8 },
    ])
    expect(dates(between('1969-12-28', '1970-01-05', 'weekly'))).toEqual([
      '1969-12-28',
      '1969-12-29',
      '1970-01-05',
    ])
  })

  test('has months from the 1st, named by their first day in the range', () => {
    const months = between('2025-12-31', '2026-02-01', 'monthly')
    expect(seriesOf(months, [{ day: '2026-01-31', value: 7 }]).trend).toEqual([
      { date: '2025-12-31', value: 0 },
      { date: '2026-01-01', value: 7 },
      { date: '2026-02-01', value: 0 },
    ])
  })
})

describe('the figures', () => {
  const week = between('2026-11-10', '2026-11-16')
  const of = (total: number, before = 0, unit = 1) =>
    seriesOf(
      week,
      [
        { day: '2026-11-09', value: before },
        { day: '2026-11-10', value: total },
      ],
      unit,
    )

  test('growth compares with the same number of days before', () => {
    expect(of(4, 3).growthRate).toBe(33.33)
    expect(of(2, 3).growthRate).toBe(-33.33)
    expect(of(1600, 1601).growthRate).toBe(-0.06)
    expect(of(0, 5).growthRate).toBe(-100)
    expect(of(8, 3).growthRate).toBe(166.67)
    expect([of(0, 0).growthRate, of(1, 0).growthRate, of(5, 5).growthRate]).toEqual([0, 100, 0])
    const earlier = [
      { day: '2026-11-03', value: 1 },
      { day: '2026-11-02', value: 9 },
      { day: '2026-11-16', value: 1 },
    ]
    expect(seriesOf(week, earlier)).toMatchObject({ total: 1, growthRate: 0 })
  })

  test('the average is per day, with 1 decimal', () => {
    expect([of(10).average, of(0).average, of(7).average, of(1).average]).toEqual([1.4, 0, 1, 0.1])
  })

  test('money is added in kobo and shown in Naira', () => {
    const series = of(30, 10, 100)
    expect(series).toMatchObject({ total: 0.3, growthRate: 200, average: 0 })
    expect(series.trend[0]).toEqual({ date: '2026-11-10', value: 0.3 })
    const many = ['2026-11-10', '2026-11-11', '2026-11-12'].map((day) => ({ day, value: 10 }))
    expect(seriesOf(week, many, 100).total).toBe(0.3)
  })

  test('an empty range is all zeros', () => {
    const empty = { total: 0, growthRate: 0, average: 0 }
    expect(seriesOf(week, [])).toMatchObject(empty)
    expect(seriesOf(week, []).trend.every(({ value }) => value === 0)).toBe(true)
  })
})
