import { z } from 'zod'
import { IdInPath } from './fields.ts'
import { PageQuery } from './paged.ts'

/** The list continues after the last entry of the previous page, so that new entries never make it repeat one. */
export const CursorQuery = z.object({
  cursor: IdInPath.optional().meta({ description: 'The `nextCursor` of the previous page.' }),
  size: PageQuery.shape.size,
})
export type CursorQuery = z.output<typeof CursorQuery>

export function cursorList<S extends z.ZodType>(entry: S) {
  return z.object({
    content: z.array(entry),
    nextCursor: z.int().nullable().meta({ description: 'Null on the last page.' }),
  })
}

/** Callers read one row more than `size`. Such an extra row means that there is a next page. */
export function cursorListOf<T>(rows: T[], size: number, cursorOf: (row: T) => number) {
  const content = rows.slice(0, size)
  const last = rows.length > size ? content[content.length - 1] : undefined
  return { content, nextCursor: last === undefined ? null : cursorOf(last) }
}
