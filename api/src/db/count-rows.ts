import type { SelectQueryBuilder } from 'kysely'

/** Counts the rows of a query that selects no columns yet. */
export async function countRows<DB, From extends keyof DB>(
  rows: SelectQueryBuilder<DB, From, Record<never, never>>,
): Promise<number> {
  const { total } = await rows
    .select((row) => row.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}
