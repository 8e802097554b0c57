import { sql } from 'kysely'
import { isStaff } from '@rootsquare/contract/roles'
import type { Db } from '#api/db/db.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Whom the viewer has blocked and who has blocked the viewer: a subquery of ids, run once for a whole list. */
export function blockedEitherWay({ id }: Pick<Viewer, 'id'>) {
  return sql<number>`(
    select blocked_id from blocks where blocker_id = ${id}
    union all select blocker_id from blocks where blocked_id = ${id}
  )`
}

/** A row of `members` that may stand in a list: verified, not banned, and no block between it and the viewer. */
export function isListed(viewer: Viewer) {
  return sql<boolean>`(
    members.verified_at is not null and members.banned_at is null
    and members.id not in ${blockedEitherWay(viewer)}
  )`
}

/** A row of `members` whose items the viewer may see: listed, and not suspended now. */
export function maySell(viewer: Viewer, now: Date) {
  return sql<boolean>`(
    ${isListed(viewer)} and (members.suspended_until is null or members.suspended_until <= ${now}::timestamptz)
  )`
}

export function visibleMembers(db: Db, viewer: Viewer) {
  return db.selectFrom('members').where(isListed(viewer))
}

/**
 * A row of `members` whose own page the viewer may open: not the unverified and the banned, nor whoever has blocked the
 * viewer. Staff sees all, and everybody themselves.
 */
export function mayOpen(viewer: Viewer) {
  if (isStaff(viewer.role)) return sql<boolean>`true`
  return sql<boolean>`(
    members.id = ${viewer.id} or (
      members.verified_at is not null and members.banned_at is null
      and not exists (select from blocks where blocker_id = members.id and blocked_id = ${viewer.id})
    )
  )`
}

export function isFollowed(viewer: Viewer) {
  return sql<boolean>`exists (
    select from follows as own where own.follower_id = ${viewer.id} and own.followed_id = members.id
  )`
}

/** What every list of members shows of each. */
export const entryColumns = [
  'members.id',
  'members.username',
  'members.firstname',
  'members.lastname',
  'members.profile_image as profileImage',
] as const

export const noSuchMember = () => notFound('User not found')
