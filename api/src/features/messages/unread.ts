import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#api/db/db.ts'

/**
 * How many senders have unread messages for this member (a value or a column). Whoever is blocked either way does not
 * count: the conversation is out of sight, and nothing could take the badge away.
 */
export const unreadSenders = (memberId: RawBuilder<number>) => sql<{ senders: number }>`
  select count(*) as senders from threads
  where owner_id = ${memberId} and unread_count > 0 and not exists (
    select from blocks where blocker_id = owner_id and blocked_id = other_id
      or blocker_id = other_id and blocked_id = owner_id)`

export async function countUnread(db: Db, memberId: number): Promise<{ senders: number }> {
  const { rows } = await unreadSenders(sql`${memberId}`).execute(db)
  return { senders: rows[0]?.senders ?? 0 }
}
