import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import { systemId } from '@rootsquare/contract/messages'
import type { Message, NewMessage } from '@rootsquare/contract/messages'
import type { NewReport, Report } from '@rootsquare/contract/reports'
import { onceWritten, retried, transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { maySell, noSuchMember } from '#api/domain/visibility.ts'
import { createReport } from '#api/features/reports/create-report.ts'
import { limitOf } from '#api/http/auth/rate-limits.ts'
import { forbidden, invalid, notFound, tooMany } from '#api/http/api-error.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { requireSession } from '#api/http/auth/viewer.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { eventText } from './live-events.ts'
import { shapeMessage } from './message-rows.ts'
import type { ItemRow, MessageRow } from './message-rows.ts'

/** The spec sends messages and reports to the same address. */
export async function createMessage(
  deps: Deps,
  viewer: Viewer,
  body: NewMessage | NewReport,
): Promise<Message | Report> {
  if (body.eventType === 'MESSAGE') return sendMessage(deps, viewer, body)
  return createReport(deps, await requireSession(deps, viewer), body)
}

async function sendMessage(deps: Deps, viewer: Viewer, body: NewMessage): Promise<Message> {
  if (body.userId === systemId) throw invalid({ userId: 'Automated messages cannot be answered.' })
  if (body.userId === viewer.id) throw invalid({ userId: 'You cannot write to yourself.' })
  const item = body.itemId == null ? noItem : await requireItem(deps, viewer, body.itemId)
  const row = {
    sender_id: viewer.id,
    receiver_id: body.userId,
    body: body.message,
    item_id: item.item_id,
    created_at: deps.clock.now(),
  }
  const message = (await continueThread(deps, viewer, row)) ?? (await startThread(deps, viewer, row))
  const seenWith = (unread: number) => shapeMessage({ ...message, ...item, unread })
  const [senderNumber, receiverNumber, unread, otherSenders] = message.numbers
  const known = [
    { ...knownEvent(body.userId, receiverNumber, seenWith(unread + 1)), senders: otherSenders + 1 },
    knownEvent(viewer.id, senderNumber, seenWith(0)),
  ]
  onceWritten(deps.db, () => deps.bus.news([body.userId, viewer.id], known))
  return seenWith(0)
}

const knownEvent = (memberId: number, number: number, message: Message) => ({
  memberId,
  number,
  text: eventText('message', message, number),
})

type Row = Insertable<Tables['messages']>

/** Most messages: one statement. Undefined where the conversation is new, or where a ban or a block is in the way. */
function continueThread({ db, settings }: Deps, viewer: Viewer, row: Row): Promise<Written | undefined> {
  const mayWrite = sql`may_write(${row.sender_id}, ${row.receiver_id}, ${row.created_at})`
  const isKnown = sql`exists (select from threads where owner_id = ${row.sender_id} and side = ${row.receiver_id})`
  return retried(db, () =>
    write(db, viewer, row, settings.rateLimitScale === 0 ? mayWrite : sql`${isKnown} and ${mayWrite}`),
  )
}

async function startThread(deps: Deps, viewer: Viewer, row: Row): Promise<Written> {
  const message = await transact(deps.db, async (tx) => {
    await requireReachable({ ...deps, db: tx }, viewer, row.receiver_id)
    await rejectManyNew(deps, tx, viewer)
    return write(tx, viewer, row)
  })
  if (message) return message
  // The session ended at this moment.
  await requireSession(deps, viewer)
  throw noSuchMember()
}

type EventNumbers = [senderNumber: number, receiverNumber: number, unread: number, otherSenders: number]
type Written = Omit<MessageRow, 'unread' | keyof ItemRow> & { numbers: EventNumbers }

/**
 * Writes nothing once the session has ended. A ban or a block that comes at the same moment is a serialization failure
 * (trigger `number_message`): the statement or its transaction is repeated, and then finds it.
 */
async function write(
  db: Db,
  { sessionId }: Viewer,
  row: Row,
  when: RawBuilder<unknown> = sql`true`,
): Promise<Written | undefined> {
  // A function reads the numbers, because it sees what was written while the insert waited.
  const { rows } = await sql<Written>`
    insert into messages (sender_id, receiver_id, body, item_id, created_at)
    select ${row.sender_id}::bigint, ${row.receiver_id}::bigint, ${row.body}, ${row.item_id ?? null}::bigint,
      ${row.created_at}::timestamptz
    where ${when} and exists (select from sessions where id = ${sessionId} and expires_at > ${row.created_at})
    returning id, sender_id, receiver_id, body, read_at, created_at,
      (select username from members where members.id = sender_id) as username,
      (select profile_image from members where members.id = sender_id) as profile_image,
      message_event_numbers(sender_id, receiver_id) as numbers`.execute(db)
  return rows[0]
}

type Between = { is_open: boolean; has_blocked: boolean; is_blocked: boolean }

/** Finds the reason, so that the sender gets a clear error. */
async function requireReachable(deps: Deps, viewer: Viewer, memberId: number): Promise<void> {
  await requireSession(deps, viewer)
  const { rows } = await sql<Between>`
    select verified_at is not null and banned_at is null as is_open,
      exists (select from blocks where blocker_id = ${viewer.id} and blocked_id = id) as has_blocked,
      exists (select from blocks where blocker_id = id and blocked_id = ${viewer.id}) as is_blocked
    from members where id = ${memberId}`.execute(deps.db)
  const [between] = rows
  if (!between?.is_open || between.is_blocked) throw noSuchMember()
  if (between.has_blocked) throw forbidden('You have blocked this member. Unblock them to write.', 'BLOCKED')
}

/** Any number will do, as long as nothing else locks pairs of numbers that begin with it. */
const newThreadLock = 11

/** How many strangers one writes to in a day. Counted by the conversations themselves, the same on every node. */
async function rejectManyNew({ clock, settings }: Deps, tx: Tx, { id }: Viewer): Promise<void> {
  if (settings.rateLimitScale === 0) return
  const { max, seconds } = limitOf('newThread')
  // Of many conversations begun at once each counts those before it.
  await sql`select pg_advisory_xact_lock(${newThreadLock}, hashint8(${id}))`.execute(tx)
  const now = clock.now()
  const oldest = await tx
    .selectFrom('threads')
    .select('started_at')
    .where('owner_id', '=', id)
    .where('started_at', '>', inMinutes(now, -seconds / 60))
    .orderBy('started_at', 'desc')
    .offset(Math.ceil(max * settings.rateLimitScale) - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest?.started_at) return
  throw tooMany(Math.ceil((inMinutes(oldest.started_at, seconds / 60).getTime() - now.getTime()) / 1000))
}

const noItem: ItemRow = { item_id: null, item_name: null, price_kobo: null, image_url: null }

/** One that the viewer finds in the market. */
async function requireItem(deps: Deps, by: Viewer, id: number): Promise<ItemRow> {
  const { db, clock } = deps
  const viewer = await requireSession(deps, by)
  const item = await db
    .selectFrom('items')
    .innerJoin('members', 'members.id', 'items.seller_id')
    .select(['items.id as item_id', 'items.name as item_name', 'price_kobo', 'image_url'])
    .where('items.id', '=', id)
    .where('is_approved', '=', true)
    .where(maySell(viewer, clock.now()))
    .executeTakeFirst()
  if (!item) throw notFound('No such item.')
  return item
}
