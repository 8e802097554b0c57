import { conversationPath } from '@rootsquare/contract/notification-display'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { MailSection } from '#api/domain/mail-layout.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'

/** Further ones are only counted. */
const maxConversations = 10

/**
 * Matches a row of `threads` with an unread message since that time, unless its owner wants no mails about messages. Messages
 * across a block and of banned members are not mentioned, and automated ones have notifications.
 */
export const hasUnreadMessage = (owner: RawBuilder<number>, since: Date) => sql<boolean>`(
  unread_count > 0
  and exists (select from members where members.id = other_id and banned_at is null)
  and other_id <> all(array(${blockedEitherWay({ id: owner })}))
  and exists (select from messages where receiver_id = owner_id and sender_id = other_id and read_at is null
    and created_at >= ${since}::timestamptz)
  and not exists (select from notification_settings as settings
    where settings.member_id = owner_id and settings.kind = 'MESSAGE' and not mail)
)`

export type UnreadConversation = { userId: number; name: string; unreadCount: number }

/** Finds who wrote to the member, latest first. */
export async function findUnreadConversations(
  db: Db,
  memberId: number,
  since: Date,
): Promise<UnreadConversation[]> {
  const { rows } = await sql<UnreadConversation>`
    select members.id as "userId", firstname || ' ' || lastname as name, unread_count as "unreadCount"
    from threads join members on members.id = other_id
    where owner_id = ${memberId} and ${hasUnreadMessage(sql`${memberId}::bigint`, since)}
    order by last_message_id desc`.execute(db)
  return rows
}

export function conversationSection(conversations: UnreadConversation[], publicUrl: string): MailSection {
  const more = conversations.length - maxConversations
  const entries = conversations.slice(0, maxConversations).map(({ userId, name, unreadCount }) => ({
    label: `${name} wrote you ${unreadCount === 1 ? 'a message' : `${unreadCount} messages`}`,
    link: publicUrl + conversationPath(userId),
  }))
  const rest = { label: `${more} more wrote to you`, link: `${publicUrl}/inbox` }
  return { heading: 'Messages', entries: more > 0 ? [...entries, rest] : entries }
}
