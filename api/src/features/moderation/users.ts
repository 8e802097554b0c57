import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { AdminUser, SearchQuery, UserStatus } from '@rootsquare/contract/moderation'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged } from '@rootsquare/contract/paged'
import type { Tables } from '#api/db/tables.ts'
import type { Deps } from '#api/deps.ts'
import { mayLockOut } from '#api/features/accounts/may-lock-out.ts'
import { wordsOf } from '#api/features/accounts/search.ts'
import type { Viewer } from '#api/http/viewer.ts'

export const userColumns = [
  'id',
  'firstname',
  'lastname',
  'email',
  'username',
  'profile_image',
  'role',
  'verified_at',
  'banned_at',
  'suspended_until',
  'closure_asked_at',
  'created_at',
] as const

type Member = Pick<Selectable<Tables['members']>, (typeof userColumns)[number]>

export async function listUsers(
  { db, clock }: Deps,
  viewer: Viewer,
  query: SearchQuery,
): Promise<Paged<AdminUser>> {
  const { search } = query
  const found = db.selectFrom('members').$if(Boolean(search), (all) => all.where(isFoundBy(search ?? '')))
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const members = await found
    .select(userColumns)
    .orderBy('id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  const now = clock.now()
  return pageOf(
    members.map((member) => userOf(viewer, member, now)),
    total,
    query,
  )
}

/** Has every word somewhere in the names or the e-mail address; that may hold an accent and is then found as it is typed. */
function isFoundBy(search: string) {
  const found = wordsOf(search).map(
    (word) => sql`(search_text like '%' || fold_like(${word}) || '%'
      or lower(email) like '%' || fold_like(${word}) || '%'
      or lower(email) like '%' || ${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}::text || '%')`,
  )
  return sql<boolean>`(${sql.join(found, sql` and `)})`
}

export function userOf(viewer: Viewer, member: Member, now: Date): AdminUser {
  const { id, firstname, lastname, email, username, role } = member
  const isWithin = mayLockOut(viewer, member)
  return {
    id,
    firstname,
    lastname,
    email,
    username,
    profileImage: member.profile_image,
    role,
    status: statusOf(member, now),
    createdDate: member.created_at.toISOString(),
    can: { suspend: isWithin, unsuspend: isWithin && isSuspended(member, now), ban: isWithin },
  }
}

export function isSuspended({ suspended_until }: Pick<Member, 'suspended_until'>, now: Date): boolean {
  return suspended_until !== null && suspended_until > now
}

/** What weighs most of all that holds. */
function statusOf(member: Member, now: Date): UserStatus {
  if (member.banned_at !== null) return 'BANNED'
  if (isSuspended(member, now)) return 'SUSPENDED'
  if (member.verified_at === null) return 'UNVERIFIED'
  return member.closure_asked_at === null ? 'ACTIVE' : 'CLOSING'
}
