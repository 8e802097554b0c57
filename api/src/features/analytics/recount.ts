import { sql } from 'kysely'
import { z } from 'zod'
import { unhurried } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import type { Metric } from '#api/db/schema.ts'
import { job } from '#api/jobs/job.ts'

type Drift = { metric: Metric; subject_id: number; day: string; stored: number; found: number }

const maxDifferences = 1000

/** Every day whose count says something else than the rows it counts. One statement, and so one moment of the database. */
export async function recountDays(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with stored as (
      select metric, subject_id, day, sum(value) as value from (
        table day_counts
        union all
        table day_changes
      ) each group by 1, 2, 3 having sum(value) <> 0
    )
    select metric, subject_id, day::text, coalesce(stored.value, 0) as stored, coalesce(found.value, 0) as found
    from stored full join recounted_days found using (metric, subject_id, day)
    where coalesce(stored.value, 0) <> coalesce(found.value, 0)
    order by 1, 2, 3 limit ${maxDifferences}`.execute(db)
  return rows
}

/** Logs and repairs nothing, as with the other counters. */
export const recountDaysNightly = job({
  name: 'recount-days',
  payload: z.object({}).loose(),
  cron: '52 3 * * *',
  async run({ db, log }) {
    const drift = await unhurried(db, recountDays)
    if (drift.length > 0)
      log.error({ count: drift.length, first: drift[0] }, 'counts of days differ from the rows they count')
  },
})
