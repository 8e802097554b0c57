import { z } from 'zod'

/** What an item and a seller carry of their reviews. */
export const Rating = z
  .object({
    average: z.number().nullable().meta({ description: 'With one decimal, null without reviews.' }),
    count: z.int(),
  })
  .meta({ id: 'Rating' })
export type Rating = z.output<typeof Rating>
