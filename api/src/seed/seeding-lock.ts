import { sql } from 'kysely'
import type { Tx } from '#api/db/db.ts'

/**
 * Makes nodes that start together seed one after the other, while readers continue. A node that waits here gets more time
 * than the pool's limits, which are meant for requests.
 */
export async function lockForSeeding(tx: Tx, table: 'states' | 'members'): Promise<void> {
  await sql`set local lock_timeout = '30s'`.execute(tx)
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}
