import { z } from 'zod'
import { inAddress } from './fields.ts'

const whole = 'Must be a whole number.'

export const PageQuery = z.object({
  page: inAddress(z.int(whole).min(0).max(1_000_000).default(0)),
  size: inAddress(z.int(whole).min(1, 'Must be 1 to 100.').max(100, 'Must be 1 to 100.').default(20)),
})
export type PageQuery = z.output<typeof PageQuery>

export function paged<S extends z.ZodType>(entry: S) {
  return z.object({
    content: z.array(entry),
    last: z.boolean(),
    totalPages: z.number().int().nullable(),
    totalElements: z.number().int().nullable(),
    number: z.number().int(),
  })
}

export type Paged<T> = {
  content: T[]
  last: boolean
  totalPages: number | null
  totalElements: number | null
  number: number
}

export function pageOf<T>(content: T[], total: number, { page, size }: PageQuery): Paged<T> {
  return {
    content,
    last: (page + 1) * size >= total,
    totalPages: Math.ceil(total / size),
    totalElements: total,
    number: page,
  }
}
