import { sql, type Selectable } from 'kysely'
import type { AdminUser, MemberSearchQuery } from '@rootsquare/contract/moderation'
import { pageOf } from '@rootsquare/contract/lib/paged'
import type { UserStatus } from '@rootsquare/contract/lib/roles'
import { countRows } from '#api/db/count-rows.ts'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { isLastSuperadmin } from '#api/domain/last-superadmin.ts'
import { canLockOut } from '#api/domain/can-lock-out.ts'
import { countMatches, isCapped, newestMatches, type SearchSource } from '#api/domain/search/capped-search.ts'
import { matchesEveryWord } from '#api/domain/search/member-search.ts'
import { isSuspended, statusColumns, memberStatusOf, suspendedUntil } from '#api/domain/user-status.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export const userColumns = [
  'id',
  'firstname',
  'lastname',
  'email',
  'username',
  'profile_image',
  'role',
  ...statusColumns,
  'ban_reason',
  'suspension_reason',
  'created_at',
] as const

type Member = Pick<Selectable<Tables['members']>, (typeof userColumns)[number]> & { is_last?: boolean }

export async function listUsers({ db, clock }: Deps, viewer: Viewer, query: MemberSearchQuery) {
  const now = clock.now()
  const { members, total } = query.search
    ? await findMembers(db, { ...query, search: query.search }, now)
    : await allMembers(db, query, now)
  return pageOf(
    members.map((member) => userOf(viewer, member, now)),
    total,
    query,
    isCapped(query.search, total),
  )
}

async function allMembers(db: Db, { page, size }: MemberSearchQuery, now: Date) {
  const total = await countRows(db.selectFrom('members'))
  const members = await db
    .selectFrom('members')
    .select(userColumns)
    .select(isLastSuperadmin(now).as('is_last'))
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { members, total }
}

async function findMembers(db: Db, query: MemberSearchQuery & { search: string }, now: Date) {
  const source: SearchSource = {
    search: query.search,
    rows: sql`select id, search_text, email from members`,
    matches: isFoundBy(query.search),
    order: ['id'],
  }
  const members = await db
    .selectFrom(newestMatches(source, query).as<'page'>('page'))
    .innerJoin('members', 'members.id', 'page.id')
    .select(userColumns.map((column) => `members.${column}` as const))
    .select(['page.total', isLastSuperadmin(now).as('is_last')])
    .orderBy('members.id', 'desc')
    .execute()
  // An empty page has no row that could have the total.
  return { members, total: members[0]?.total ?? (query.page === 0 ? 0 : await countMatches(db, source)) }
}

/** Matches members who have every word in their names or e-mail address. An address with an accent is found as it is typed. */
const isFoundBy = (search: string) =>
  matchesEveryWord(
    search,
    (pattern, word) => sql`(search_text like (select ${pattern}) or lower(email) like (select ${pattern})
      or lower(email) like '%' || ${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}::text || '%')`,
  )

export function userOf(viewer: Viewer, member: Member, now: Date): AdminUser {
  const { id, firstname, lastname, email, username, role } = member
  const status = memberStatusOf(member, now)
  const isWithin = canLockOut(viewer, member)
  const mayGo = isWithin && !member.is_last
  return {
    id,
    firstname,
    lastname,
    email,
    username,
    profileImage: member.profile_image,
    role,
    status,
    suspendedUntil: suspendedUntil(member, now),
    lockReason: lockReasonOf(member, status),
    createdDate: member.created_at.toISOString(),
    can: { suspend: mayGo, unsuspend: isWithin && isSuspended(member, now), ban: mayGo },
  }
}

function lockReasonOf({ ban_reason, suspension_reason }: Member, status: UserStatus): string | null {
  if (status === 'BANNED') return ban_reason
  return status === 'SUSPENDED' ? suspension_reason : null
}
