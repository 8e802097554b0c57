import { sql } from 'kysely'
import { withLongTimeout, type Db } from '#api/db/db.ts'
import { recountJob } from '#api/jobs/job.ts'

type Drift = { group_id: number; target_type: string; is_closed: boolean; stored: number; found: number }

/** Finds report counters that differ from the number of reports. */
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

export const recountReportsNightly = recountJob({
  name: 'recount-reports',
  cron: '52 3 * * *',
  recount: (db) => withLongTimeout(db, recountReports),
  message: 'numbers of reports differ from the reports',
})
