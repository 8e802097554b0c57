import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

/**
 * How many senders have unread messages, for each of these members. Whoever is blocked either way does not count: the
 * conversation is out of sight, and nothing could take the badge away.
 */
export async function countUnread(db: Db, memberIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ owner_id: number; senders: number }>`
    select owner_id, count(*) as senders from threads
    where owner_id = any(${memberIds}::bigint[]) and unread_count > 0 and not exists (
      select from blocks where blocker_id = owner_id and blocked_id = other_id
        or blocker_id = other_id and blocked_id = owner_id)
    group by owner_id`.execute(db)
  return new Map(rows.map(({ owner_id, senders }) => [owner_id, senders]))
}

export async function countUnreadOf(db: Db, memberId: number): Promise<{ senders: number }> {
  const counts = await countUnread(db, [memberId])
  return { senders: counts.get(memberId) ?? 0 }
}
