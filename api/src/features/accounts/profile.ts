import { sql, type Expression, type SqlBool } from 'kysely'
import type { Profile, ProfileChange } from '@rootsquare/contract/profiles'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireOwnMedia } from '#api/domain/media-ownership.ts'
import { memberStatusOf, suspendedUntil } from '#api/domain/user-status.ts'
import { isFollowed, canOpenProfile, noSuchMember } from '#api/domain/visibility.ts'

type Reader = Pick<Deps, 'db' | 'clock'>

export async function getProfile(deps: Reader, viewer: Viewer, memberId: number) {
  return profileWhere(deps, viewer, sql`members.id = ${memberId}`)
}

export async function getProfileByUsername(deps: Reader, viewer: Viewer, username: string) {
  return profileWhere(deps, viewer, sql`lower(members.username) = lower(${username})`)
}

async function profileWhere(
  { db, clock }: Reader,
  viewer: Viewer,
  which: Expression<SqlBool>,
): Promise<Profile> {
  const member = await findMember(db, viewer, which)
  if (!member) throw noSuchMember()
  return shaped(member, viewer, clock.now())
}

function findMember(db: Db, viewer: Viewer, which: Expression<SqlBool>) {
  return db
    .selectFrom('members')
    .leftJoin('groups', 'groups.id', 'members.group_id')
    .selectAll('members')
    .select('groups.name as group_name')
    .select([
      isFollowed(viewer).as('is_followed'),
      sql<boolean>`exists (select from blocks where blocker_id = ${viewer.id} and blocked_id = members.id)`.as(
        'is_blocked',
      ),
      sql<boolean>`exists (
        select from memberships where member_id = members.id and memberships.group_id = members.group_id
      )`.as('has_joined_own_group'),
      sql<number>`case when members.id = ${viewer.id}
        then (select count(*) from items where seller_id = members.id and deleted_at is null)
        else members.items_count end`.as('counted_items'),
    ])
    .where(which)
    .where(canOpenProfile(viewer))
    .executeTakeFirst()
}

type ProfileRow = NonNullable<Awaited<ReturnType<typeof findMember>>>

function shaped(member: ProfileRow, viewer: Viewer, now: Date): Profile {
  const isOwn = member.id === viewer.id
  const seesContact = isOwn || isStaff(viewer.role)
  const seesGroup = isOwn || member.shows_group
  // The count equals the length of the list, which omits a hidden group too.
  const hiddenGroups = !seesGroup && member.has_joined_own_group ? 1 : 0
  // The member's own count includes items that wait for approval. Items of suspended sellers do not count for others.
  const seesItems = seesContact || member.suspended_until === null || member.suspended_until <= now
  return {
    id: member.id,
    username: member.username,
    firstname: member.firstname,
    lastname: member.lastname,
    email: seesContact ? member.email : null,
    phoneNumber: seesContact ? member.phone_number : null,
    bio: member.bio,
    profileImage: member.profile_image,
    headerImage: member.header_image,
    role: member.role,
    ...(isStaff(viewer.role) && {
      status: memberStatusOf(member, now),
      suspendedUntil: suspendedUntil(member, now),
    }),
    groupId: seesGroup ? member.group_id : null,
    groupName: seesGroup ? member.group_name : null,
    ...(isOwn && { showGroup: member.shows_group, showPresence: member.shows_presence }),
    followersCount: member.followers_count,
    followingCount: member.following_count,
    postsCount: member.posts_count,
    groupsCount: member.groups_count - hiddenGroups,
    itemsCount: seesItems ? member.counted_items : 0,
    createdDate: member.created_at.toISOString(),
    isFollowedByUser: member.is_followed,
    isBlockedByUser: member.is_blocked,
    can: { update: isOwn },
  }
}

export async function updateProfile(deps: Deps, viewer: Viewer, memberId: number, change: ProfileChange) {
  if (viewer.id !== memberId) throw forbidden()
  const changes = await columnsOf(change)
  return transact(deps.db, async (tx) => {
    // All writers lock the member before the pictures, so that they do not deadlock.
    await tx.selectFrom('members').select('id').where('id', '=', viewer.id).forNoKeyUpdate().execute()
    const { profileImage, headerImage } = change
    await requireOwnMedia(deps, tx, viewer.id, { profileImage, headerImage })
    if (Object.keys(changes).length > 0) {
      await tx.updateTable('members').set(changes).where('id', '=', viewer.id).execute()
    }
    return getProfile({ ...deps, db: tx }, viewer, viewer.id)
  })
}

/**
 * Returns the changed columns. Absent fields stay as they are. Kysely omits undefined values, but an empty update must be
 * recognized.
 */
async function columnsOf(change: ProfileChange) {
  const columns = {
    firstname: change.firstname,
    lastname: change.lastname,
    phone_number: change.phoneNumber,
    phone_e164: change.phoneNumber === undefined ? undefined : await normalPhone(change.phoneNumber),
    bio: change.bio === '' ? null : change.bio,
    profile_image: change.profileImage,
    header_image: change.headerImage,
    shows_group: change.showGroup,
    shows_presence: change.showPresence,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

async function normalPhone(typed: string | null): Promise<string | null> {
  if (typed === null) return null
  // The library is loaded with the first number, so that the server starts faster.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return parsePhoneNumberFromString(typed, 'NG')?.number ?? null
}
