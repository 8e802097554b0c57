import { sql } from 'kysely'
import type pg from 'pg'
import type { Deps } from '#api/deps.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { fillTimeline } from './timeline-jobs.ts'

/** A visit is noted once an hour; timelines are kept for thirty days after the last one. */
const hoursRemembered = 1
/** More members than come to one node in an hour. Forgetting them costs one statement each. */
const mostRemembered = 100_000

/** When each visitor is to be noted again, by the database they are in. */
const remembered = new WeakMap<pg.Pool, Map<number, Date>>()

/** `known`: it was filled at a visit noted before. `unfilled`: a job fills it; until then the posts themselves are read. */
export type Kept = 'filled' | 'known' | 'unfilled'

/** Sees to it that the member's timeline is kept, and tells whether it can be read. */
export async function touchTimeline({ pool, db, clock }: Deps, memberId: number): Promise<Kept> {
  const now = clock.now()
  const visits = visitsIn(pool)
  const until = visits.get(memberId)
  if (until !== undefined && now < until) return 'known'
  const { rows } = await sql<{ is_filled: boolean }>`
    with kept as materialized (select keep_timeline(${memberId}, ${now}) as is_filled)
    select is_filled, case when not is_filled then (select id from graphile_worker.add_job(
      ${fillTimeline.name}, json_build_object('memberId', ${memberId}::bigint),
      job_key := ${`${fillTimeline.name}:${memberId}`})) end
    from kept`.execute(db)
  if (!rows[0]?.is_filled) return 'unfilled'
  visits.set(memberId, inHours(now, hoursRemembered))
  return 'filled'
}

function visitsIn(pool: pg.Pool): Map<number, Date> {
  const known = remembered.get(pool)
  if (known && known.size < mostRemembered) return known
  const fresh = new Map<number, Date>()
  remembered.set(pool, fresh)
  return fresh
}
