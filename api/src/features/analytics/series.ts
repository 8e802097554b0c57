import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { daysBetween } from '#api/domain/time-series.ts'
import { noSuchMember } from '#api/domain/visibility.ts'
import { forbidden } from '#api/http/api-error.ts'
import { requireEditor } from '#api/features/groups/sections/editors.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { countDays, type SeriesRequest } from './count-days.ts'

export async function userSeries(deps: Deps, viewer: Viewer, id: number, request: SeriesRequest) {
  await logView(deps, viewer, id)
  return countDays(deps, id, request)
}

export async function groupSeries(deps: Deps, viewer: Viewer, id: number, request: SeriesRequest) {
  await requireEditor(deps.db, viewer, id)
  return countDays(deps, id, request)
}

export async function getUsership(deps: Deps, viewer: Viewer, id: number) {
  await logView(deps, viewer, id)
  const member = await deps.db
    .selectFrom('members')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!member) throw noSuchMember()
  return {
    signUpDate: member.created_at.toISOString(),
    userId: id,
    usershipDurationDays: daysBetween(member.created_at, deps.clock.now()),
  }
}

/** One visit of the page sends about ten requests, and more for every other range. All of them are logged as one view. */
const visitMs = 600_000

/** This number must not be used by any other advisory lock. */
const viewLock = 17

/** Logs that staff viewed another member's figures, before the figures are returned. */
async function logView(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  if (viewer.id === id) return
  if (!isStaff(viewer.role)) throw forbidden()
  const member = await deps.db
    .selectFrom('members')
    .select((row) => row.exists(recordedViews(deps, deps.db, viewer, id)).as('isWritten'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!member) throw noSuchMember()
  if (member.isWritten) return
  await transact(deps.db, async (tx) => {
    // An advisory lock is used instead of a lock of the member's row, because a read must not wait for a ban.
    await sql`select pg_advisory_xact_lock(${viewLock}, hashint8(${viewer.id}))`.execute(tx)
    const written = await recordedViews(deps, tx, viewer, id).limit(1).executeTakeFirst()
    if (!written) await recordAudit(deps, tx, viewer, { action: 'VIEW_ANALYTICS', memberId: id })
  })
}

/**
 * Finds views of this member within the last visit. The action is a literal, so that a cached plan can use the partial
 * index.
 */
function recordedViews({ clock }: Deps, db: Db, viewer: Viewer, id: number) {
  return db
    .selectFrom('audit_log')
    .select('audit_log.id')
    .where('actor_id', '=', viewer.id)
    .where('member_id', '=', id)
    .where('action', '=', sql.lit('VIEW_ANALYTICS'))
    .where('audit_log.created_at', '>', new Date(clock.now().getTime() - visitMs))
}
