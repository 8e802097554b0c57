import { sql, type AliasedExpression } from 'kysely'
import type { ReportRecord, Snapshot } from '@rootsquare/contract/reports'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { canLockOut } from '#api/domain/can-lock-out.ts'
import { memberStatusOf, suspendedUntil } from '#api/domain/user-status.ts'
import { canEditGroup } from '#api/features/groups/sections/editors.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Selects the reports that the viewer may see: admins all, moderators those on posts and comments of their groups. */
export function seenReports(db: Db, viewer: Viewer) {
  return db.selectFrom('reports').where(canEditGroup(viewer, 'reports.group_id'))
}

const columns = [
  'page.total',
  'reports.id',
  'reports.target_type',
  'reports.target_id',
  'reports.reported_id',
  'reported.username',
  'reported.role',
  'reported.banned_at',
  'reported.suspended_until',
  'reported.verified_at',
  'reported.closure_requested_at',
  'reports.reporter_id',
  'reporter.username as reporter_username',
  'reporter.profile_image',
  'reports.group_id',
  'groups.name as group_name',
  'reports.reason',
  'reports.closed_at',
  'closer.username as closed_by',
  'reports.created_at',
] as const

/** Whether the target still exists. Null for messages and members, which cannot be removed through a report. */
const targetExists = sql<boolean | null>`(case reports.target_type
  when 'post' then exists (select from posts where posts.id = reports.target_id)
  when 'comment' then exists (select from comments where comments.id = reports.target_id)
  when 'item' then exists (select from items where items.id = reports.target_id and deleted_at is null)
  when 'review' then exists (select from reviews where reviews.id = reports.target_id)
end)`

/** Everybody who sees a report on a post, comment, item or review may delete its target. */
const isRemovable = sql<boolean>`coalesce(${targetExists}, false)`

export const isRemoved = sql<boolean>`coalesce(not ${targetExists}, false)`

/**
 * Selects the reports of `page`, newest first. It has their ids and the total in
 * the same statement, so that both are of one moment.
 */
export function selectReports(
  db: Db,
  viewer: Viewer,
  page: AliasedExpression<{ id: number; total: number }, 'page'>,
) {
  return db
    .selectFrom(page)
    .innerJoin('reports', 'reports.id', 'page.id')
    .innerJoin('members as reported', 'reported.id', 'reports.reported_id')
    .leftJoin('members as reporter', 'reporter.id', 'reports.reporter_id')
    .leftJoin('members as closer', 'closer.id', 'reports.closed_by')
    .leftJoin('groups', 'groups.id', 'reports.group_id')
    .select(columns)
    .select([sql<Snapshot>`reports.snapshot`.as('snapshot'), isRemovable.as('is_removable')])
    .$if(isStaff(viewer.role), (rows) => rows.select('reporter.email as reporter_email'))
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

export function shapeReport(row: ReportRow, viewer: Viewer, now: Date): ReportRecord {
  const { reported_id } = row
  const isLockable = canLockOut(viewer, { ...row, id: reported_id })
  const seesStanding = isStaff(viewer.role)
  return {
    id: row.id,
    targetType: row.target_type,
    targetId: row.target_id,
    postId: row.target_type === 'post' ? row.target_id : null,
    userId: reported_id,
    username: row.username,
    reporterId: row.reporter_id,
    createdBy: row.reporter_username,
    reporterEmail: row.reporter_email ?? null,
    reporterProfileImage: row.profile_image,
    groupId: row.group_id,
    groupName: row.group_name,
    reason: row.reason,
    snapshot: row.snapshot,
    userStatus: seesStanding ? memberStatusOf(row, now) : null,
    suspendedUntil: seesStanding ? suspendedUntil(row, now) : null,
    addressed: row.closed_at !== null,
    addressedBy: row.closed_by,
    addressedDate: row.closed_at?.toISOString() ?? null,
    createdDate: row.created_at.toISOString(),
    can: {
      resolve: row.closed_at === null && reported_id !== viewer.id,
      remove: row.is_removable && reported_id !== viewer.id,
      suspend: isLockable,
      ban: isLockable,
    },
  }
}

/** Throws 404 for a report of another group, so that only its own moderators learn of it. */
export async function requireReport(db: Db, viewer: Viewer, id: number): Promise<ReportRow> {
  const found = seenReports(db, viewer)
    .select(['reports.id', sql<number>`1`.as('total')])
    .where('reports.id', '=', id)
  const row = await selectReports(db, viewer, found.as('page')).executeTakeFirst()
  if (!row) throw notFound('No such report.')
  return row
}
