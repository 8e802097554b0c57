import { sql } from 'kysely'
import type { Message } from '@rootsquare/contract/messages'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { messageColumns, messageJoins, shapeMessage } from './message-rows.ts'
import type { MessageRow } from './message-rows.ts'
import { unreadSenders } from './unread.ts'

export type LiveEvent = { number: number; text: string }
/** What an open page is to be told, and the number of its badge. */
export type News = { events: LiveEvent[]; senders: number }
type Asking = { memberId: number; sessionId: string; told: number }

type Row = Partial<MessageRow> & {
  place: number
  senders: number
  number: number | null
  kind: 'message' | 'read' | null
  message_ids: number[]
  other_id: number | null
}

/** Few enough that even the longest messages lie in memory without harm. */
export const eventsAtOnce = 100

/**
 * For each who asks, what came after the last number it was told, oldest first and at most so many: the rest is asked for
 * again. In one statement, as this stands between a message and its arrival. Whose session has ended, or who is locked
 * out, gets nothing.
 */
export async function newsFor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asking: Asking[],
): Promise<(News | undefined)[]> {
  const { rows } = await sql<Row>`
    select asked.place, badge.senders, event.number, event.kind, event.message_ids, event.other_id,
      ${messageColumns(sql`asked.member_id`)}
    from unnest(${asking.map(({ memberId }) => memberId)}::bigint[], ${asking.map(({ sessionId }) => sessionId)}::text[],
        ${asking.map(({ told }) => told)}::bigint[]) with ordinality as asked (member_id, session_id, told, place)
      join sessions on sessions.id = asked.session_id
      join members on members.id = asked.member_id and ${isAlive(clock.now())}
      join lateral (${unreadSenders(sql`asked.member_id`)}) badge on true
      left join lateral (
        select * from live_events where live_events.member_id = asked.member_id and number > asked.told
        order by number limit ${eventsAtOnce}
      ) event on true
      left join messages on event.kind = 'message' and messages.id = event.message_ids[1]
      ${messageJoins}
    order by asked.place, event.number`.execute(db)
  const news: (News | undefined)[] = asking.map(() => undefined)
  for (const row of rows) {
    const own = (news[row.place - 1] ??= { events: [], senders: row.senders })
    if (row.number !== null) own.events.push({ number: row.number, text: textOf(row, row.number) })
  }
  return news
}

/** A session that goes on, of a member who is not locked out. */
export const isAlive = (now: Date) => sql<boolean>`(
  sessions.expires_at > ${now} and members.banned_at is null
  and (members.suspended_until is null or members.suspended_until <= ${now})
)`

function textOf(row: Row, number: number): string {
  if (row.kind === 'read')
    return eventText('read', { chatIds: row.message_ids, userId: row.other_id }, number)
  return isMessage(row) ? eventText('message', shapeMessage(row), number) : `id: ${number}\n\n`
}

/** Not there any more: its sender has been erased since. The number still counts. */
function isMessage(row: Row): row is Row & MessageRow {
  return row.id !== null && row.id !== undefined
}

export function eventText(name: string, body: Message | object, number?: number): string {
  const id = number === undefined ? '' : `id: ${number}\n`
  return `${id}event: ${name}\ndata: ${JSON.stringify(body)}\n\n`
}

/** Where a stream begins: after what the reader has, or, when that cannot be told any more, at the end. */
export async function placeOf(
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
