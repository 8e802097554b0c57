import { sql } from 'kysely'
import type { MemberEntry } from '@rootsquare/contract/profiles'
import type { OfMember } from '@rootsquare/contract/people'
import { pageOf, type Paged } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import {
  blockedEitherWay,
  entryColumns,
  isFollowed,
  isListed,
  canOpenProfile,
  noSuchMember,
} from '#api/domain/visibility.ts'

/** The columns of each direction. `of` is the owner of the list, and `who` are the members in it. */
const sides = {
  followers: { of: 'follows.followed_id', who: 'follows.follower_id', count: 'members.followers_count' },
  following: { of: 'follows.follower_id', who: 'follows.followed_id', count: 'members.following_count' },
} as const
type ListSide = (typeof sides)[keyof typeof sides]

export function listFollowers(db: Db, viewer: Viewer, query: OfMember) {
  return listSide(db, viewer, query, sides.followers)
}

export function listFollowing(db: Db, viewer: Viewer, query: OfMember) {
  return listSide(db, viewer, query, sides.following)
}

async function listSide(
  db: Db,
  viewer: Viewer,
  query: OfMember,
  side: ListSide,
): Promise<Paged<MemberEntry>> {
  const memberId = query.userId ?? viewer.id
  const total = await countSide(db, viewer, memberId, side)
  if (total === undefined) throw noSuchMember()
  const content = await db
    .selectFrom('follows')
    .innerJoin('members', 'members.id', side.who)
    .select(entryColumns)
    .select(isFollowed(viewer).as('isFollowedByUser'))
    .where(side.of, '=', memberId)
    .where(isListed(viewer))
    .orderBy('follows.created_at', 'desc')
    .orderBy(side.who, 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  return pageOf(content, total, query)
}

/**
 * Returns undefined if the viewer may not see the list. The number is the counter minus the members hidden by a block, so
 * that a hundred thousand followers are not counted for each page. Banned and unverified members have no follows.
 */
async function countSide(
  db: Db,
  viewer: Viewer,
  memberId: number,
  side: ListSide,
): Promise<number | undefined> {
  const member = await db
    .selectFrom('members')
    .select([`${side.count} as all`, countHidden(viewer, side).as('hidden')])
    .where('members.id', '=', memberId)
    .where(canOpenProfile(viewer))
    .executeTakeFirst()
  return member && member.all - member.hidden
}

/**
 * Counts by one index lookup per member. PostgreSQL would plan a join for short lists and read all of 100,000 followers.
 */
function countHidden(viewer: Viewer, { of, who }: ListSide) {
  return sql<number>`(
    select count(*) from unnest(array${blockedEitherWay(viewer)}) as other(id)
    where (select true from follows where ${sql.ref(of)} = members.id and ${sql.ref(who)} = other.id)
  )`
}
