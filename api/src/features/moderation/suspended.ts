import { sql } from 'kysely'
import type { SearchQuery, SuspendedUser } from '@rootsquare/contract/moderation'
import { pageOf, type Paged } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { mayLockOut } from '#api/domain/may-suspend.ts'
import { everyWord } from '#api/domain/search/member-search.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export async function listSuspended(
  { db, clock }: Deps,
  viewer: Viewer,
  query: SearchQuery,
): Promise<Paged<SuspendedUser>> {
  const running = runningAt(db, clock.now(), query)
  const { total } = await running
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
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
    can: { unsuspend: mayLockOut(viewer, row) },
  }))
  return pageOf(content, total, query)
}

/** Leaves out members who were banned since, whose suspension no longer matters. */
function runningAt(db: Db, now: Date, { search }: SearchQuery) {
  return db
    .selectFrom('members')
    .where('members.suspended_until', '>', now)
    .where('members.suspended_at', 'is not', null)
    .where('members.banned_at', 'is', null)
    .$if(Boolean(search), (members) => members.where(isFoundBy(search ?? '')))
}

const isFoundBy = (search: string) =>
  everyWord(
    search,
    (pattern) =>
      sql`(members.search_text like ${pattern} or fold(members.suspension_reason) like ${pattern})`,
  )
