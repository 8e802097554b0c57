import { sql, type RawBuilder } from 'kysely'
import { maxUnreadCount } from '@rootsquare/contract/notifications'
import type { Db } from '#api/db/db.ts'

/** Counts the senders of unread messages of this member (a value or a column), up to `maxUnreadCount`. */
export const unreadSenders = (memberId: RawBuilder<number>) => sql<{ senders: number }>`
  select count(*) as senders from (
    select from threads where owner_id = ${memberId} and unread_count > 0
    limit ${sql.lit(maxUnreadCount)}) unread`

export async function countUnread(db: Db, memberId: number) {
  const { rows } = await unreadSenders(sql`${memberId}`).execute(db)
  return { senders: rows[0]?.senders ?? 0 }
}
