import { sql } from 'kysely'
import type { Tx } from '#api/db/db.ts'

/**
 * Makes nodes that start together seed one after the other; readers go on. The pool's time limits are meant for
 * requests: a node that waits for its turn here is given longer.
 */
export async function lockForSeeding(tx: Tx, table: 'states' | 'members'): Promise<void> {
  await sql`set local lock_timeout = '30s'`.execute(tx)
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}
