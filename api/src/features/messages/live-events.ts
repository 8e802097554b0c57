import { sql } from 'kysely'
import type { Message } from '@rootsquare/contract/messages'
import type { Db } from '#api/db/db.ts'
import { messageColumns, messageJoins, shapeMessage } from './message-rows.ts'
import type { MessageRow } from './message-rows.ts'

export type LiveEvent = { number: number; text: string }

type Row = Partial<MessageRow> & {
  member_id: number
  number: number
  kind: 'message' | 'read'
  message_ids: number[]
  other_id: number | null
}

/** Few enough that even the longest messages lie in memory without harm. */
export const eventsAtOnce = 100

/** What came after the given number, for each of these members, oldest first. At most so many: the rest is asked for again. */
export async function eventsSince(db: Db, since: Map<number, number>): Promise<Map<number, LiveEvent[]>> {
  const { rows } = await sql<Row>`
    select event.member_id, event.number, event.kind, event.message_ids, event.other_id,
      ${messageColumns(sql`event.member_id`)}
    from unnest(${[...since.keys()]}::bigint[], ${[...since.values()]}::bigint[]) as asked (member_id, since)
      join lateral (
        select * from live_events where live_events.member_id = asked.member_id and number > asked.since
        order by number limit ${eventsAtOnce}
      ) event on true
      left join messages on event.kind = 'message' and messages.id = event.message_ids[1]
      ${messageJoins}
    order by event.member_id, event.number`.execute(db)
  const found = new Map<number, LiveEvent[]>()
  for (const row of rows) {
    const events = found.get(row.member_id) ?? []
    events.push({ number: row.number, text: textOf(row) })
    found.set(row.member_id, events)
  }
  return found
}

function textOf(row: Row): string {
  if (row.kind === 'read')
    return eventText('read', { chatIds: row.message_ids, userId: row.other_id }, row.number)
  return isMessage(row) ? eventText('message', shapeMessage(row), row.number) : `id: ${row.number}\n\n`
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
