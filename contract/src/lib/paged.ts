import { z } from 'zod'
import { inAddress } from './fields.ts'

const notWhole = 'Must be a whole number.'
const lastPage = 1_000_000
const tooHigh = `Must be at most ${lastPage}.`
const tooLow = 'Must be 0 or more.'

/** An unsafe integer gets the text for a number that is too large or too small, not the one for a fraction. */
const Page = z
  .int({
    error: ({ code }) => (code === 'too_big' && tooHigh) || (code === 'too_small' && tooLow) || notWhole,
  })
  .min(0, tooLow)
  .max(lastPage, tooHigh)

export const PageQuery = z.object({
  page: inAddress(Page.default(0)),
  size: inAddress(z.int(notWhole).min(1, 'Must be 1 to 100.').max(100, 'Must be 1 to 100.').default(20)),
})
export type PageQuery = z.output<typeof PageQuery>

/** The most results of a search. Counting everything that a common word finds would take too long. */
export const maxSearchResults = 1000

export function paged<S extends z.ZodType>(entry: S) {
  return z.object({
    content: z.array(entry),
    last: z.boolean(),
    totalPages: z.number().int().nullable(),
    totalElements: z.number().int().nullable(),
    number: z.number().int(),
    capped: z
      .boolean()
      .optional()
      .meta({ description: 'True if a search stopped before it had found everything.' }),
  })
}

export type Paged<T> = Omit<z.output<ReturnType<typeof paged>>, 'content'> & { content: T[] }

export function pageOf<T>(
  content: T[],
  total: number,
  { page, size }: PageQuery,
  isCapped = false,
): Paged<T> {
  return {
    content,
    last: (page + 1) * size >= total,
    totalPages: Math.ceil(total / size),
    totalElements: total,
    number: page,
    ...(isCapped && { capped: true }),
  }
}
