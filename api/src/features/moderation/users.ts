import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { AdminUser, SearchQuery, UserStatus } from '@rootsquare/contract/moderation'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Deps } from '#api/deps.ts'
import { mayLockOut } from '#api/features/accounts/may-lock-out.ts'
import { countFound, newestFound } from '#api/features/accounts/newest-found.ts'
import type { Sought } from '#api/features/accounts/newest-found.ts'
import { everyWord } from '#api/features/accounts/search.ts'
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
  const { members, total } = query.search
    ? await findMembers(db, { ...query, search: query.search })
    : await allMembers(db, query)
  const now = clock.now()
  return pageOf(
    members.map((member) => userOf(viewer, member, now)),
    total,
    query,
  )
}

async function allMembers(db: Db, { page, size }: SearchQuery) {
  const { total } = await db
    .selectFrom('members')
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('members')
    .select(userColumns)
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { members, total }
}

async function findMembers(db: Db, query: SearchQuery & { search: string }) {
  const sought: Sought = {
    search: query.search,
    rows: sql`select id, search_text, email from members`,
    matches: isFoundBy(query.search),
    order: ['id'],
  }
  const members = await db
    .selectFrom(newestFound(sought, query).as<'page'>('page'))
    .innerJoin('members', 'members.id', 'page.id')
    .select(userColumns.map((column) => `members.${column}` as const))
    .select('page.total')
    .orderBy('members.id', 'desc')
    .execute()
  // A page with nothing on it cannot carry the total.
  return { members, total: members[0]?.total ?? (query.page === 0 ? 0 : await countFound(db, sought)) }
}

/** Has every word somewhere in the names or the e-mail address; that may hold an accent and is then found as it is typed. */
const isFoundBy = (search: string) =>
  everyWord(
    search,
    (pattern, word) => sql`(search_text like (select ${pattern}) or lower(email) like (select ${pattern})
      or lower(email) like '%' || ${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}::text || '%')`,
  )

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
