import { sql } from 'kysely'
import { withLongTimeout, type Db, type Tx } from '#api/db/db.ts'
import { scheduledJob } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'

const storedDays = 90
/** This is few enough that locking them delays nobody for long. */
const idsAtOnce = 5000

type Range = { from: number; to: number }

/** Deletes notifications that are older than 90 days or have no cause any longer. */
export const trimNotificationsNightly = scheduledJob({
  name: 'trim-notifications',
  cron: '51 3 * * *',
  async run({ db, clock }) {
    const before = inDays(clock.now(), -storedDays)
    const { first, last } = await rangeOf(db)
    for (let from = first; from <= last; from += idsAtOnce)
      await withLongTimeout(db, (tx) => trim(tx, { from, to: from + idsAtOnce }, before))
  },
})

async function rangeOf(db: Db): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce(min(id), 1) as first, coalesce(max(id), 0) as last from notifications`.execute(db)
  return rows[0] ?? { first: 1, last: 0 }
}

/**
 * Deletes the old rows of a range. The rows are locked before the second check, because a cause that is being written
 * shares the lock of its row and is visible afterwards.
 */
async function trim(tx: Tx, { from, to }: Range, before: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from notifications where id >= ${from} and id < ${to} and ${newestAt} < ${before}
    order by id for update skip locked`.execute(tx)
  if (rows.length === 0) return
  await sql`
    delete from notifications
    where id = any(${rows.map(({ id }) => id)}::bigint[]) and ${newestAt} < ${before}`.execute(tx)
}

/** Selects the newest time. A row without text and without a cause is older than everything. */
const newestAt = sql<Date>`case when body is not null then latest_at else coalesce(
  (select created_at from notification_actors where notification_id = notifications.id
    order by created_at desc limit 1), '-infinity') end`
