import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isStorageFull } from '#api/http/errors.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { fillTimeline } from './timeline-jobs.ts'

/** A visit is recorded once an hour. A timeline is stored for thirty days after the last visit. */
const hoursRemembered = 1
/** This is more members than visit one node in an hour. Dropping one costs one statement at the next visit. */
const maxRemembered = 100_000

/** The time at which the next visit of each member must be recorded, per database. */
const remembered = new WeakMap<pg.Pool, Map<number, Date>>()

/**
 * `known`: the timeline was filled at an earlier visit. `unfilled`: a job fills it, and until then the posts themselves are
 * read.
 */
type TimelineState = 'filled' | 'known' | 'unfilled'

/** Records the visit, creates the timeline if there is none, and returns whether it can be read. */
export async function recordVisit({ pool, db, clock }: Deps, memberId: number): Promise<TimelineState> {
  const now = clock.now()
  const visits = visitsIn(pool)
  const until = visits.get(memberId)
  if (until !== undefined && now < until) return 'known'
  if (!(await visitTimeline(db, memberId, now).catch(isLeftUnfilled))) return 'unfilled'
  visits.set(memberId, inHours(now, hoursRemembered))
  return 'filled'
}

async function visitTimeline(db: Db, memberId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_filled: boolean }>`
    with touched as materialized (select visit_timeline(${memberId}, ${now}) as is_filled)
    select is_filled, case when not is_filled then (select id from graphile_worker.add_job(
      ${fillTimeline.name}, json_build_object('memberId', ${memberId}::bigint),
      job_key := ${`${fillTimeline.name}:${memberId}`})) end
    from touched`.execute(db)
  return rows[0]?.is_filled ?? false
}

/** The feed can still be read when the disk is full and the visit cannot be recorded. */
function isLeftUnfilled(error: unknown): false {
  if (isStorageFull(error)) return false
  throw error
}

function visitsIn(pool: pg.Pool): Map<number, Date> {
  const known = remembered.get(pool)
  if (known && known.size < maxRemembered) return known
  const fresh = new Map<number, Date>()
  remembered.set(pool, fresh)
  return fresh
}
