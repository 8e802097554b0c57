import { sql } from 'kysely'
import { unhurried, type Db, type Tx } from '#api/db/db.ts'
import { scheduledJob } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'

const storedDays = 90
/** Few enough to be locked without anybody waiting long. */
const idsAtOnce = 5000

type Range = { from: number; to: number }

/** Deletes what is older than 90 days, and rows that nothing refers to any more. */
export const trimNotificationsNightly = scheduledJob({
  name: 'trim-notifications',
  cron: '51 3 * * *',
  async run({ db, clock }) {
    const before = inDays(clock.now(), -storedDays)
    const { first, last } = await rangeOf(db)
    for (let from = first; from <= last; from += idsAtOnce)
      await unhurried(db, (tx) => trim(tx, { from, to: from + idsAtOnce }, before))
  },
})

async function rangeOf(db: Db): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce(min(id), 1) as first, coalesce(max(id), 0) as last from notifications`.execute(db)
  return rows[0] ?? { first: 1, last: 0 }
}

/**
 * Locked and then asked again: a cause that is being written shares the lock of its row, and the second statement sees it.
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

/** Without a sentence of its own and without a cause: before every time. */
const newestAt = sql<Date>`case when body is not null then latest_at else coalesce(
  (select created_at from notification_actors where notification_id = notifications.id
    order by created_at desc limit 1), '-infinity') end`
