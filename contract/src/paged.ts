import { z } from 'zod'
import { inAddress } from './fields.ts'

const whole = 'Must be a whole number.'
const lastPage = 1_000_000
const tooFar = `Must be at most ${lastPage}.`
const tooLow = 'Must be 0 or more.'

/** Beyond what a number holds exactly it is still only too large or too small. */
const Page = z
  .int({ error: ({ code }) => (code === 'too_big' && tooFar) || (code === 'too_small' && tooLow) || whole })
  .min(0, tooLow)
  .max(lastPage, tooFar)

export const PageQuery = z.object({
  page: inAddress(Page.default(0)),
  size: inAddress(z.int(whole).min(1, 'Must be 1 to 100.').max(100, 'Must be 1 to 100.').default(20)),
})
export type PageQuery = z.output<typeof PageQuery>

/** A search tells of no more than its newest ones: to count all that a common word finds would take as long as they are many. */
export const mostSought = 1000

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
      .meta({ description: 'True where a search ended before it had found all.' }),
  })
}

export type Paged<T> = {
  content: T[]
  last: boolean
  totalPages: number | null
  totalElements: number | null
  number: number
  capped?: boolean | undefined
}

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
