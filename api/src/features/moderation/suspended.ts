import { sql } from 'kysely'
import type { MemberSearchQuery } from '@rootsquare/contract/moderation'
import { pageOf } from '@rootsquare/contract/lib/paged'
import { countRows } from '#api/db/count-rows.ts'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { canLockOut } from '#api/domain/can-lock-out.ts'
import { matchesEveryWord } from '#api/domain/search/member-search.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export async function listSuspended({ db, clock }: Deps, viewer: Viewer, query: MemberSearchQuery) {
  const running = runningAt(db, clock.now(), query)
  const total = await countRows(running)
  const rows = await running
    .leftJoin('members as suspenders', 'suspenders.id', 'members.suspended_by')
    .select(['members.id', 'members.username', 'members.role', 'members.banned_at'])
    .select('suspenders.username as suspenderUserName')
    .select((row) => [
      row.fn.coalesce('members.suspension_reason', sql.lit('')).as('reason'),
      row.ref('members.suspended_at').$notNull().as('since'),
      row.ref('members.suspended_until').$notNull().as('until'),
    ])
    .orderBy('members.suspended_at', 'desc')
    .orderBy('members.id', 'desc')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  const content = rows.map((row) => ({
    userId: row.id,
    username: row.username,
    suspenderUserName: row.suspenderUserName,
    reasonForSuspension: row.reason,
    createdDate: row.since.getTime(),
    endDate: row.until.toISOString(),
    can: { unsuspend: canLockOut(viewer, row) },
  }))
  return pageOf(content, total, query)
}

/** Selects running suspensions, except those of members who have since been banned. */
function runningAt(db: Db, now: Date, { search }: MemberSearchQuery) {
  return db
    .selectFrom('members')
    .where('members.suspended_until', '>', now)
    .where('members.suspended_at', 'is not', null)
    .where('members.banned_at', 'is', null)
    .$if(Boolean(search), (members) => members.where(isFoundBy(search ?? '')))
}

const isFoundBy = (search: string) =>
  matchesEveryWord(
    search,
    (pattern) =>
      sql`(members.search_text like ${pattern} or fold(members.suspension_reason) like ${pattern})`,
  )
