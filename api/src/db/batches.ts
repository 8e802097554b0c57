import { sql, type RawBuilder } from 'kysely'
import { transact, withLongTimeout, type Db, type Tx } from './db.ts'
import type { Tables } from './schema.ts'

/** Is so low that a statement ends long before its timeout, even if each row deletes others with it. */
const rowsAtOnce = 1000
const longestMilliseconds = 5 * 60_000

/**
 * Repeats `changeSome`, a transaction each, until it has found fewer than `size` rows or the time is up. The next run
 * continues then, so that no worker is kept from other jobs for long.
 */
export async function repeatInBatches(
  db: Db,
  changeSome: (tx: Tx) => Promise<number>,
  size = rowsAtOnce,
): Promise<void> {
  const end = performance.now() + longestMilliseconds
  while ((await transact(db, changeSome)) === size && performance.now() < end);
}

/** Deletes the rows that meet the condition, in batches. Rows that another transaction has locked are left for the next run. */
export async function deleteInBatches(
  db: Db,
  table: keyof Tables & string,
  condition: RawBuilder<boolean>,
): Promise<void> {
  await repeatInBatches(db, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${rowsAtOnce} for update skip locked))`.execute(
      tx,
    )
    return Number(numAffectedRows)
  })
}

/** The ids from `from` up to `before`, without the latter. */
export type IdRange = { from: number; before: number }

export const isInRange = (column: string, { from, before }: IdRange) =>
  sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${before}`

const maxDifferences = 1000

type RangeOptions = { db: Db; table: keyof Tables & string; column?: string; size: number }

/**
 * Compares counters with their rows for one range of ids after another. `compare` is one statement and so one snapshot: a
 * concurrent write changes a counter and its rows in one transaction, and each range sees both or neither.
 */
export async function compareInRanges<Drift>(
  { db, table, column = 'id', size }: RangeOptions,
  compare: (range: IdRange) => RawBuilder<Drift>,
): Promise<Drift[]> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(${sql.ref(column)}) as first, max(${sql.ref(column)}) as last from ${sql.table(table)}`.execute(
    db,
  )
  const { first, last } = rows[0] ?? { first: null, last: null }
  const drift: Drift[] = []
  if (first === null || last === null) return drift
  for (let from = first; from <= last && drift.length < maxDifferences; from += size) {
    const found = await withLongTimeout(db, (tx) => compare({ from, before: from + size }).execute(tx))
    drift.push(...found.rows)
  }
  return drift.slice(0, maxDifferences)
}
