import { z } from 'zod'

/** Items and sellers contain this summary of their reviews. */
export const Rating = z
  .object({
    average: z.number().nullable().meta({ description: 'With one decimal. Null without reviews.' }),
    count: z.int(),
  })
  .meta({ id: 'Rating' })
export type Rating = z.output<typeof Rating>
