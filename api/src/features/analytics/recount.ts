import { sql } from 'kysely'
import { withLongTimeout, type Db } from '#api/db/db.ts'
import type { Metric } from '#api/db/schema.ts'
import { recountJob } from '#api/jobs/job.ts'

type Drift = { metric: Metric; subject_id: number; day: string; stored: number; found: number }

const maxDifferences = 1000

/** The table whose rows each metric counts. */
const sources: Record<Metric, string> = {
  'user.followers': 'follows',
  'user.follows': 'follows',
  'user.posts': 'posts',
  'user.group-posts': 'posts',
  'groups.posts': 'posts',
  'system.posts': 'posts',
  'user.given-likes': 'likes',
  'user.received-likes': 'likes',
  'groups.likes': 'likes',
  'user.given-comments': 'comments',
  'user.received-comments': 'comments',
  'groups.comments': 'comments',
  'groups.membership': 'memberships',
  'system.group-memberships': 'memberships',
  'system.signups': 'members',
  'user.logins': 'logins',
  'system.logins': 'logins',
  'system.bans': 'audit_log',
  'system.suspensions': 'audit_log',
}

/**
 * Finds every day whose count differs from the rows that it counts. Each table is compared in one statement, so that it is
 * read at one moment.
 */
export async function recountDays(db: Db): Promise<Drift[]> {
  const tables = [...new Set(Object.values(sources))]
  const drift = await withLongTimeout(db, async (tx) => {
    // Sorting millions of days uses the disk if they do not fit into memory.
    await sql`set local work_mem = '64MB'`.execute(tx)
    const found: Drift[] = []
    for (const table of tables) found.push(...(await daysOf(table).execute(tx)).rows)
    return found
  })
  return drift.slice(0, maxDifferences)
}

function daysOf(table: string) {
  const metrics = Object.entries(sources).filter(([, source]) => source === table)
  const isOfTable = sql`metric in (${sql.join(metrics.map(([metric]) => sql.lit(metric)))})`
  return sql<Drift>`
  with stored as (
    select metric, subject_id, day, sum(value) as value from (
      table day_counts
      union all
      table day_changes
    ) each where ${isOfTable} group by 1, 2, 3 having sum(value) <> 0
  ),
  found as (select * from recounted_days where ${isOfTable})
  select metric, subject_id, day::text, coalesce(stored.value, 0) as stored, coalesce(found.value, 0) as found
  from stored full join found using (metric, subject_id, day)
  where coalesce(stored.value, 0) <> coalesce(found.value, 0)
  order by 1, 2, 3 limit ${maxDifferences}`
}

export const recountDaysNightly = recountJob({
  name: 'recount-days',
  cron: '52 3 * * *',
  recount: recountDays,
  message: 'counts of days differ from the rows they count',
})
