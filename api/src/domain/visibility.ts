import { sql, type RawBuilder } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/**
 * Selects the ids of members with a block between them and the viewer. The subquery runs once per list, or once per row if
 * `id` is a column.
 */
export function blockedEitherWay({ id }: { id: number | RawBuilder<number> }) {
  return sql<number>`(
    select blocked_id from blocks where blocker_id = ${id}
    union all select blocker_id from blocks where blocked_id = ${id}
  )`
}

/** Somebody who is not signed in is blocked by nobody, and owns nothing. */
export const visitor = { id: 0 }

/** Matches a row of `members` that may be listed: verified, not banned, and without a block between it and the viewer. */
export function isListed(viewer: Pick<Viewer, 'id'>) {
  return sql<boolean>`(
    members.verified_at is not null and members.banned_at is null
    and members.id not in ${blockedEitherWay(viewer)}
  )`
}

/** Matches a row of `members` whose items the viewer may see: listed and not suspended now. */
export function canShowItems(viewer: Pick<Viewer, 'id'>, now: Date) {
  return sql<boolean>`(
    ${isListed(viewer)} and (members.suspended_until is null or members.suspended_until <= ${now}::timestamptz)
  )`
}

export function visibleMembers(db: Db, viewer: Viewer) {
  return db.selectFrom('members').where(isListed(viewer))
}

/**
 * Matches a row of `members` whose profile the viewer may open. Staff see all profiles, and everybody sees their own.
 * Others do not see unverified or banned members, nor members who have blocked them.
 */
export function canOpenProfile(viewer: Viewer) {
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

/**
 * Matches a row of `reviews` that the viewer may see. As with comments, reviews of banned authors and those with a block
 * between the viewer and the author or seller are hidden. The viewer's own reviews stay visible, so that they can be
 * deleted.
 */
export function canSeeReview(viewer: Viewer) {
  if (isStaff(viewer.role)) return sql<boolean>`(not reviews.is_hidden)`
  const unseen = sql`array(${blockedEitherWay(viewer)})`
  return sql<boolean>`(
    not reviews.is_hidden and (reviews.author_id = ${viewer.id} or (
      reviews.author_id <> all(${unseen}) and reviews.seller_id <> all(${unseen})
      and (select banned_at from members seller where seller.id = reviews.seller_id) is null)))`
}

/** The columns that every list of members shows. */
export const entryColumns = [
  'members.id',
  'members.username',
  'members.firstname',
  'members.lastname',
  'members.profile_image as profileImage',
] as const

export const noSuchMember = () => notFound('User not found')
