import { sql, type RawBuilder } from 'kysely'
import { maxUnreadCount } from '@rootsquare/contract/notifications'
import type { Db } from '#api/db/db.ts'
import { isShown } from './shown-notifications.ts'

/** Counts the unread notifications of this member (a value or a column), up to `maxUnreadCount`. */
export const unreadNotifications = (memberId: RawBuilder<number>) => sql<{ count: number }>`
  select count(*) as count from (
    select from notifications where member_id = ${memberId} and read_at is null and ${isShown(memberId)}
    limit ${sql.lit(maxUnreadCount)}) unread`

export async function countNotifications(db: Db, memberId: number): Promise<{ count: number }> {
  const { rows } = await unreadNotifications(sql`${memberId}::bigint`).execute(db)
  return { count: rows[0]?.count ?? 0 }
}

type ShownCount = { memberId: number; count: number }

/** Finds the members whose count differs from the one that their pages show. */
export async function membersWithOtherCount(db: Db, shown: ShownCount[]): Promise<number[]> {
  const { rows } = await sql<{ member_id: number }>`
    select distinct asked.member_id
    from unnest(${shown.map(({ memberId }) => memberId)}::bigint[], ${shown.map(({ count }) => count)}::bigint[])
        as asked (member_id, shown)
      join lateral (${unreadNotifications(sql`asked.member_id`)}) unread on unread.count <> shown`.execute(db)
  return rows.map(({ member_id }) => member_id)
}
