import { sql, type RawBuilder } from 'kysely'
import { maxQueueCount, type Queues } from '@rootsquare/contract/moderation'
import type { Db } from '#api/db/db.ts'
import { waitingNames } from '#api/features/groups/named/named-groups.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Counts rows up to the maximum. Each queue has an index of its waiting rows, so no other rows are read. */
const countUpTo = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (${rows} limit ${sql.lit(maxQueueCount)}) as waiting)`

export async function countQueues(db: Db, viewer: Viewer) {
  const { rows } = await sql<Queues>`
    select
      ${countUpTo(sql`select distinct target_type, target_id from reports
        where closed_at is null and reported_id <> ${viewer.id}`)} as cases,
      ${countUpTo(sql`select from items
        where not is_approved and deleted_at is null and disapproval_reason is null`)} as items,
      ${countUpTo(sql`select from proposals where state = 'OPEN'`)} as proposals,
      ${countUpTo(sql`select from payment_attempts where state = 'HELD'`)} as held,
      ${countUpTo(sql`select from refunds where state in ('FAILED', 'NEEDS_ATTENTION')`)} as refunds,
      ${countUpTo(sql`select from disputes where state = 'OPEN'`)} as disputes,
      ${countUpTo(sql`select distinct folded from ${waitingNames}`)} as named,
      0 as appeals`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('There is always one row.')
  return counts
}
