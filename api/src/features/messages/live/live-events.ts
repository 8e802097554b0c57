import { sql } from 'kysely'
import type { Message } from '@rootsquare/contract/messages'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { unreadNotifications } from '#api/features/notifications/unread-notifications.ts'
import { messageColumns, messageJoins, shapeMessage } from '#api/features/messages/message-rows.ts'
import type { MessageRow } from '#api/features/messages/message-rows.ts'
import { unreadSenders } from '#api/features/messages/unread-senders.ts'

type LiveEvent = { number: number; text: string }
/** The new events for a member's open pages, and the numbers of their two badges. */
export type News = { events: LiveEvent[]; senders: number; notifications: number }
/** `lastNumbers` contains the number of the last event that each member got. */
type NewsQuery = { lastNumbers: Map<number, number>; sessionIds: string[] }

type Row = Partial<MessageRow> & {
  alive: string[] | null
  member_id: number
  senders: number
  notifications: number
  number: number | null
  kind: 'message' | 'read' | 'block' | 'quiet' | 'order' | null
  message_ids: number[]
  other_id: number | null
  state: string | null
}

/** So many events fit into memory, even with the longest messages. */
export const eventsAtOnce = 50

/**
 * Reads the next events of each member, oldest first and limited per read, and the sessions that have not ended. It is one
 * statement, because every message waits for it before it arrives.
 */
export async function fetchNewsSince(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { lastNumbers, sessionIds }: NewsQuery,
): Promise<{ news: Map<number, News>; alive: Set<string> }> {
  const { rows } = await sql<Row>`
    select case row_number() over () when 1 then array(
        select sessions.id from sessions join members on members.id = member_id
        where sessions.id = any(${sessionIds}) and ${hasLiveSession(clock.now())}) end as alive,
      asked.member_id, badge.senders, bell.count as notifications, event.number, event.kind, event.message_ids,
      event.other_id, event.state,
      ${messageColumns(sql`asked.member_id`, clock.now())}
    from unnest(${[...lastNumbers.keys()]}::bigint[], ${[...lastNumbers.values()]}::bigint[]) as asked (member_id, last_number)
      join lateral (${unreadSenders(sql`asked.member_id`)}) badge on true
      join lateral (${unreadNotifications(sql`asked.member_id`)}) bell on true
      left join lateral (
        select * from live_events where live_events.member_id = asked.member_id and number > asked.last_number
        order by number limit ${eventsAtOnce}
      ) event on true
      left join messages on messages.id = event.message_ids[1]
      ${messageJoins(sql`asked.member_id`)}
    order by asked.member_id, event.number`.execute(db)
  const news = new Map<number, News>()
  for (const row of rows) {
    const own = news.get(row.member_id) ?? {
      events: [],
      senders: row.senders,
      notifications: row.notifications,
    }
    if (row.number !== null) own.events.push({ number: row.number, text: textOf(row, row.number) })
    news.set(row.member_id, own)
  }
  const alive = rows.flatMap((row) => row.alive ?? [])
  return { news, alive: new Set(alive) }
}

/** Matches a session that has not ended, of a member who is neither suspended nor banned. */
export const hasLiveSession = (now: Date) => sql<boolean>`(
  sessions.expires_at > ${now} and members.banned_at is null
  and (members.suspended_until is null or members.suspended_until <= ${now})
)`

/** Builds the text of an event. If the other side of the conversation is erased, only its number is sent. */
function textOf(row: Row, number: number): string {
  if (row.kind === 'block') return eventText('block', { userId: row.other_id }, number)
  if (row.kind === 'order') return eventText('order', { orderId: row.other_id, state: row.state }, number)
  if (!isMessage(row)) return `id: ${number}\n\n`
  if (row.kind === 'message') return eventText('message', shapeMessage(row), number)
  return eventText('read', { chatIds: row.message_ids, userId: row.other_id }, number)
}

function isMessage(row: Row): row is Row & MessageRow {
  return row.id !== null && row.id !== undefined
}

export function eventText(name: string, body: Message | object, number?: number): string {
  const id = number === undefined ? '' : `id: ${number}\n`
  return `${id}event: ${name}\ndata: ${JSON.stringify(body)}\n\n`
}

/**
 * Returns the number after which a stream begins: the last event that the reader got, or the end if later events are
 * already deleted.
 */
export async function findStreamStart(
  db: Db,
  memberId: number,
  lastEventId: string | undefined,
): Promise<{ since: number; isReset: boolean }> {
  const seen = lastEventId === undefined ? null : numberIn(lastEventId)
  const { rows } = await sql<{ last: number | null; next: number | null }>`
    select (select last_event from mailboxes where member_id = ${memberId}) as last,
      (select min(number) from live_events where member_id = ${memberId} and number > ${seen ?? 0}) as next
  `.execute(db)
  const last = rows[0]?.last ?? 0
  if (lastEventId === undefined) return { since: last, isReset: false }
  const isWhole = seen !== null && (seen === last || (seen < last && rows[0]?.next === seen + 1))
  return isWhole ? { since: seen, isReset: false } : { since: last, isReset: true }
}

const numberIn = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : null)
