import { sql } from 'kysely'
import { z } from 'zod'
import { unhurried } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

const maxDifferences = 1000

/** Conversations that differ from their messages. */
export async function recountThreads(db: Db) {
  const { rows } = await sql<{ owner_id: number; side: number }>`
    with sides as (
      select receiver_id as owner_id, coalesce(sender_id, 0) as side, id, read_at is null as is_unread from messages
      union all
      select sender_id, receiver_id, id, false from messages where sender_id is not null
    ), recount as (
      select owner_id, side, max(id) as last_message_id, count(*) filter (where is_unread) as unread_count
      from sides group by owner_id, side
    )
    select owner_id, side from recount full join threads using (owner_id, side)
    where recount.last_message_id is distinct from threads.last_message_id
      or recount.unread_count is distinct from threads.unread_count
    limit ${maxDifferences}`.execute(db)
  return rows
}

/** Logs and repairs nothing, as with the other counters. */
export const recountThreadsNightly = job({
  name: 'recount-threads',
  payload: z.object({}).loose(),
  cron: '47 3 * * *',
  async run({ db, log }) {
    const drift = await unhurried(db, recountThreads)
    if (drift.length > 0)
      log.error({ count: drift.length, first: drift[0] }, 'conversations differ from their messages')
  },
})
