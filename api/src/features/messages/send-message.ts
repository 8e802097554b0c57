import { sql, type RawBuilder } from 'kysely'
import { systemId, type Message, type NewMessage } from '@rootsquare/contract/messages'
import type { NewReport } from '@rootsquare/contract/reports'
import { afterWrite, transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { shareBothMembers } from '#api/domain/lock-member.ts'
import { mentionedIn, mentionsOfNew } from '#api/domain/mentions.ts'
import { canShowItems, noSuchMember } from '#api/domain/visibility.ts'
import { writeAs } from '#api/domain/write-as.ts'
import { createReport } from '#api/features/reports/create-report.ts'
import { limitOf } from '#api/http/auth/rate-limits.ts'
import { forbidden, invalid, notFound, tooMany } from '#api/http/api-error.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { requireSession, type Viewer } from '#api/http/auth/viewer.ts'
import { eventText } from './live/live-events.ts'
import { shapeMessage, type MessageItemRow, type MediumRow, type MessageRow } from './message-rows.ts'
import { claimMessageMedia } from './message-media.ts'
import { queuePush } from './push/push-messages.ts'

/** Sends a message or creates a report, because the spec uses the same address for both. */
export async function createMessage(deps: Deps, viewer: Viewer, body: NewMessage | NewReport) {
  if (body.eventType === 'MESSAGE') return sendMessage(deps, viewer, body)
  return createReport(deps, await requireSession(deps, viewer), body)
}

async function sendMessage(deps: Deps, viewer: Viewer, body: NewMessage): Promise<Message> {
  if (body.userId === systemId) throw invalid({ userId: 'Automated messages cannot be answered.' })
  if (body.userId === viewer.id) throw invalid({ userId: 'You cannot write to yourself.' })
  if (body.media.length === 0) return writeMessage(deps, viewer, body, null)
  return transact(deps.db, async (tx) => {
    // Members are locked before files, as by all writers.
    await shareBothMembers(deps, tx, viewer, body.userId)
    // The files are locked until the message is written, so that a concurrent removal either comes first or keeps them.
    const media = await claimMessageMedia(deps, tx, viewer, body.media)
    return writeMessage({ ...deps, db: tx }, viewer, body, media)
  })
}

type Media = MessageRow['media']

async function writeMessage(deps: Deps, viewer: Viewer, body: NewMessage, media: Media): Promise<Message> {
  const written = await insertMessage(deps, viewer, body, media)
  const { mentions, receiver_mentions } = written
  const seenWith = (unread: number, seenMentions: Mentions) =>
    shapeMessage({ ...written, mentions: seenMentions, media, offer: null, deleted_at: null, unread })
  const [senderNumber, receiverNumber, unread, senders] = written.numbers
  const known = [
    { ...knownEvent(body.userId, receiverNumber, seenWith(unread, receiver_mentions)), senders },
    knownEvent(viewer.id, senderNumber, seenWith(0, mentions)),
  ]
  afterWrite(deps.db, () => deps.bus.news([body.userId, viewer.id], known))
  return seenWith(0, mentions)
}

/** Writes the message without sending the event, for a transaction that adds to the message. */
export function insertMessage(deps: Deps, viewer: Viewer, body: NewMessage, media: Media): Promise<Written> {
  return writeAs(
    deps,
    viewer,
    (writer) => insertMessageRow(deps, writer, body, media),
    (writer) => rejectMessage(deps, writer, body),
  )
}

const knownEvent = (memberId: number, number: number, message: Message) => ({
  memberId,
  number,
  text: eventText('message', message, number),
})

type EventNumbers = [senderNumber: number, receiverNumber: number, unread: number, senders: number]
type Mentions = MessageRow['mentions']
/** The `mentions` are those that the sender sees. */
type Written = Omit<MessageRow, 'unread' | 'media' | 'offer' | 'deleted_at'> & {
  numbers: EventNumbers
  receiver_mentions: Mentions
}

/**
 * Inserts the message, or nothing if the session has ended. `lock_and_may_write` locks both members before it checks, so
 * that a concurrent ban or block is either found, or waits until the message is stored.
 */
async function insertMessageRow(
  deps: Deps,
  viewer: Viewer,
  body: NewMessage,
  media: Media,
): Promise<Written | undefined> {
  const now = deps.clock.now()
  const { userId } = body
  const mentionedIds = sql.ref('message.mentioned_ids')
  // A function reads the numbers, because it sees what was written while the insert waited.
  const { rows } = await sql<Written>`
    with item as (${itemOf(deps, viewer, body)}), message as (
      insert into messages (sender_id, receiver_id, body, mentioned_ids, item_id, has_media, created_at)
      select ${viewer.id}::bigint, ${userId}::bigint, ${body.message}, ${mentionedIn(viewer, body.message)}, item_id,
        ${media !== null}, ${now}::timestamptz from item
      where lock_and_may_write(${viewer.id}, ${userId}, ${now}) and ${mayStart(deps, viewer, userId)}
        and exists (select from sessions where id = ${viewer.sessionId} and expires_at > ${now})
      returning id, sender_id, receiver_id, body, mentioned_ids, read_at, created_at,
        message_event_numbers(sender_id, receiver_id) as numbers,
        ${queuePush({ receiverId: userId, senderId: viewer.id })} as push_job
    )${media === null ? sql`` : insertMedia(media)}
    select message.id, sender_id, receiver_id, body, read_at, message.created_at, numbers, username, profile_image,
      ${mentionsOfNew(viewer, body.message, mentionedIds)} as mentions,
      ${mentionsOfNew({ id: userId }, body.message, mentionedIds)} as receiver_mentions, item_id, item_name, price_kobo, image_url
    from message join members on members.id = sender_id cross join item`.execute(deps.db)
  return rows[0]
}

/** Adds the media to the statement that writes the message. */
const insertMedia = (media: MediumRow[]) => sql`, media as (
  insert into message_media
  select message.id, position, url, thumbnail_url, type, width, height, duration_ms
  from message, rows from (json_to_recordset(${JSON.stringify(media)}) as (
    url text, thumbnail_url text, type text, width integer, height integer, duration_ms integer
  )) with ordinality as each (url, thumbnail_url, type, width, height, duration_ms, position)
)`

/** Selects the item of the message if the viewer finds it in the market, or one row of nulls without an item. */
function itemOf({ clock }: Deps, viewer: Viewer, { itemId }: NewMessage): RawBuilder<MessageItemRow> {
  if (itemId == null)
    return sql`select null::bigint as item_id, null as item_name, null::bigint as price_kobo, null as image_url`
  return sql`
    select items.id as item_id, items.name as item_name, price_kobo, image_url
    from items join members on members.id = items.seller_id
    where items.id = ${itemId} and is_approved and ${canShowItems(viewer, clock.now())}`
}

const isKnown = (viewer: Viewer, memberId: number) =>
  sql<boolean>`exists (select from threads where owner_id = ${viewer.id} and side = ${memberId})`

/**
 * Checks the daily limit of new conversations. It counts the conversations themselves, so that it is the same on every
 * node.
 */
function mayStart(deps: Deps, viewer: Viewer, memberId: number): RawBuilder<boolean> {
  const { since, most } = newConversationLimit(deps)
  if (most === 0) return sql`true`
  return sql`(${isKnown(viewer, memberId)} or may_start_thread(${viewer.id}, ${since}, ${most}))`
}

/** Returns the limit, where `most` is 0 if there is no limit. */
function newConversationLimit({ clock, settings }: Deps) {
  const { max, seconds } = limitOf('newThread')
  return {
    most: Math.ceil(max * settings.rateLimitScale),
    since: inMinutes(clock.now(), -seconds / 60),
    seconds,
  }
}

/** Throws the reason, so that the sender gets a clear error. */
async function rejectMessage(deps: Deps, viewer: Viewer, body: NewMessage): Promise<void> {
  const { rows } = await itemOf(deps, viewer, body).execute(deps.db)
  if (rows.length === 0) throw notFound('No such item.')
  await requireReachable(deps, viewer, body.userId)
  await rejectManyNew(deps, viewer, body.userId)
}

type MemberRelation = { is_open: boolean; has_blocked: boolean; is_blocked: boolean }

/** Rejects as for a message: 404 if the other cannot be written to, 403 if the viewer has blocked them. */
export async function requireReachable(deps: Deps, viewer: Viewer, memberId: number): Promise<void> {
  const { rows } = await sql<MemberRelation>`
    select verified_at is not null and banned_at is null as is_open,
      exists (select from blocks where blocker_id = ${viewer.id} and blocked_id = id) as has_blocked,
      exists (select from blocks where blocker_id = id and blocked_id = ${viewer.id}) as is_blocked
    from members where id = ${memberId}`.execute(deps.db)
  const [between] = rows
  if (!between?.is_open || between.is_blocked) throw noSuchMember()
  if (between.has_blocked) throw forbidden('You have blocked this member. Unblock them to write.', 'BLOCKED')
}

async function rejectManyNew(deps: Deps, viewer: Viewer, memberId: number): Promise<void> {
  const { since, most, seconds } = newConversationLimit(deps)
  if (most === 0) return
  const oldest = await deps.db
    .selectFrom('threads')
    .select('started_at')
    .where('owner_id', '=', viewer.id)
    .where('started_at', '>', since)
    .where(sql<boolean>`not ${isKnown(viewer, memberId)}`)
    .orderBy('started_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest?.started_at) return
  const freeAt = inMinutes(oldest.started_at, seconds / 60)
  throw tooMany(Math.ceil((freeAt.getTime() - deps.clock.now().getTime()) / 1000))
}
