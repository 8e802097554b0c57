import { z } from 'zod'
import { IdInPath } from './fields.ts'
import { PageQuery } from './paged.ts'

/** Of a list that continues after the last entry of the page before, so that new entries never make it repeat one. */
export const CursorQuery = z.object({
  cursor: IdInPath.optional().meta({ description: '`nextCursor` of the page before.' }),
  size: PageQuery.shape.size,
})
export type CursorQuery = z.output<typeof CursorQuery>

export function cursorList<S extends z.ZodType>(entry: S) {
  return z.object({
    content: z.array(entry),
    nextCursor: z.int().nullable().meta({ description: 'Null at the end.' }),
  })
}

/** Of rows read with one more than `size`: that one says that there is a next page. */
export function cursorListOf<T>(rows: T[], size: number, cursorOf: (row: T) => number) {
  const content = rows.slice(0, size)
  const last = rows.length > size ? content.at(-1) : undefined
  return { content, nextCursor: last === undefined ? null : cursorOf(last) }
}
