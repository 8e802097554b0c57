import { sql } from 'kysely'
import { z } from 'zod'
import { unhurried } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

type Drift = { group_id: number; target_type: string; is_closed: boolean; stored: number; found: number }

/** Report counters that differ from the number of reports. */
export async function recountReports(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with found as (
      select coalesce(group_id, 0) as group_id, target_type, closed_at is not null as is_closed, count(*) as n
      from reports group by 1, 2, 3
    )
    select group_id, target_type, is_closed, coalesce(report_counts.n, 0) as stored, coalesce(found.n, 0) as found
    from found full join report_counts using (group_id, target_type, is_closed)
    where coalesce(report_counts.n, 0) <> coalesce(found.n, 0)
    order by 1, 2, 3`.execute(db)
  return rows
}

/** Logs and repairs nothing, as with the other counters. */
export const recountReportsNightly = job({
  name: 'recount-reports',
  payload: z.object({}).loose(),
  cron: '52 3 * * *',
  async run({ db, log }) {
    const drift = await unhurried(db, recountReports)
    if (drift.length > 0)
      log.error({ count: drift.length, first: drift[0] }, 'numbers of reports differ from the reports')
  },
})
