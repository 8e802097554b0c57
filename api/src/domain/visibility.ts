import { sql, type RawBuilder } from 'kysely'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/**
 * The ids of members with a block between them and the viewer. A subquery that runs once per list, or where `id` is a column
 * once per row.
 */
export function blockedEitherWay({ id }: { id: number | RawBuilder<number> }) {
  return sql<number>`(
    select blocked_id from blocks where blocker_id = ${id}
    union all select blocker_id from blocks where blocked_id = ${id}
  )`
}

/** Whether a row of `members` may be listed: verified, not banned, and no block between it and the viewer. */
export function isListed(viewer: Viewer) {
  return sql<boolean>`(
    members.verified_at is not null and members.banned_at is null
    and members.id not in ${blockedEitherWay(viewer)}
  )`
}

/** Whether the viewer may see the items of a row of `members`: listed, and not suspended now. */
export function maySell(viewer: Viewer, now: Date) {
  return sql<boolean>`(
    ${isListed(viewer)} and (members.suspended_until is null or members.suspended_until <= ${now}::timestamptz)
  )`
}

export function visibleMembers(db: Db, viewer: Viewer) {
  return db.selectFrom('members').where(isListed(viewer))
}

/**
 * Whether the viewer may open the profile of a row of `members`: not of the unverified and banned, nor of members who have
 * blocked the viewer. Staff see all, and everybody sees themselves.
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

/**
 * Whether the viewer may see a row of `reviews`. As with comments: not of a banned author, and no block between the viewer
 * and the author or the seller. One's own can be taken back whatever came between.
 */
export function seesReview(viewer: Viewer) {
  if (isStaff(viewer.role)) return sql<boolean>`(not reviews.is_hidden)`
  const unseen = sql`array(${blockedEitherWay(viewer)})`
  return sql<boolean>`(
    not reviews.is_hidden and (reviews.author_id = ${viewer.id} or (
      reviews.author_id <> all(${unseen}) and reviews.seller_id <> all(${unseen})
      and (select banned_at from members seller where seller.id = reviews.seller_id) is null)))`
}

/** The columns of a member in every list. */
export const entryColumns = [
  'members.id',
  'members.username',
  'members.firstname',
  'members.lastname',
  'members.profile_image as profileImage',
] as const

export const noSuchMember = () => notFound('User not found')
