import { z } from 'zod'

const granularities = ['daily', 'weekly', 'monthly'] as const

/** Days of Lagos. Leave all out for one month back to today. */
const Day = z.iso.date('A day, such as 2026-01-31.')

export const mostDays = 1827

export const SeriesQuery = z.object({
  startDate: Day.optional(),
  endDate: Day.optional(),
  granularity: z.enum(granularities, 'One of daily, weekly and monthly.').default('daily'),
})
export type SeriesQuery = z.output<typeof SeriesQuery>

export const Series = z
  .object({
    total: z.number(),
    growthRate: z.number().meta({
      description: 'Percent against the range of the same length just before, with 2 decimals.',
    }),
    average: z.number().meta({ description: 'A day, with 1 decimal.' }),
    trend: z.array(z.object({ date: z.iso.date(), value: z.number() })),
  })
  .meta({ id: 'Series' })
export type Series = z.output<typeof Series>
