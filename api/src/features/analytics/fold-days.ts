import { sql } from 'kysely'
import { withLongTimeout, type Db } from '#api/db/db.ts'
import { scheduledJob } from '#api/jobs/job.ts'

/**
 * Adds all pending changes to the daily counts in one statement, so that a reader sees each change exactly once. It never
 * takes only some of them, because an undo could then be counted before its cause.
 */
async function foldDays(db: Db): Promise<void> {
  await sql`
    with gone as (delete from day_changes returning metric, subject_id, day, step)
    merge into day_counts stored
    using (
      select metric, subject_id, day, sum(step)::integer as step from gone group by 1, 2, 3 having sum(step) <> 0
    ) came
    on stored.metric = came.metric and stored.subject_id = came.subject_id and stored.day = came.day
    when matched and stored.value + came.step = 0 then delete
    when matched then update set value = stored.value + came.step
    when not matched then insert values (came.metric, came.subject_id, came.day, came.step)`.execute(db)
}

/** The first key of the advisory lock. Any number works if nothing else locks pairs that begin with it. */
const foldLock = 16

export const foldDaysByTheMinute = scheduledJob({
  name: 'fold-days',
  cron: '* * * * *',
  queue: 'fold-days',
  run: ({ db }) =>
    withLongTimeout(db, async (tx) => {
      // Two concurrent runs would insert the same day. A table lock is not an option, because the vacuum that runs every
      // minute would yield to it.
      await sql`select pg_advisory_xact_lock(${foldLock}, 0)`.execute(tx)
      await foldDays(tx)
    }),
})
