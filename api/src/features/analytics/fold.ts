import { sql } from 'kysely'
import { unhurried, type Db } from '#api/db/db.ts'
import { scheduledJob } from '#api/jobs/job.ts'

/**
 * What came since goes into the counts, in one statement: whoever reads sees a change either there or here. Never a part
 * of it: what was undone could be folded before what was done.
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

/** Any number will do, as long as nothing else locks pairs of numbers that begin with it. */
const foldLock = 16

export const foldDaysByTheMinute = scheduledJob({
  name: 'fold-days',
  cron: '* * * * *',
  queue: 'fold-days',
  run: ({ db }) =>
    unhurried(db, async (tx) => {
      // Two at once would both make the same day new. Not the table's lock: every minute its vacuum would give way to that.
      await sql`select pg_advisory_xact_lock(${foldLock}, 0)`.execute(tx)
      await foldDays(tx)
    }),
})
