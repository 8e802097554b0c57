import { sql, type RawBuilder, type Selectable } from 'kysely'
import { systemId, systemName } from '@rootsquare/contract/messages'
import type { Message, MessageMedium, Offer } from '@rootsquare/contract/messages'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { mentionsFor } from '#api/domain/mentions.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export type MessageRow = {
  id: number
  sender_id: number | null
  receiver_id: number
  body: string
  read_at: Date | null
  created_at: Date
  mentions: Message['mentions'] | null
  username: string | null
  profile_image: string | null
  unread: number | null
  deleted_at: Date | null
  /** Null if the message has no media. */
  media: MediumRow[] | null
  offer: OfferRow | null
} & MessageItemRow

type OfferRow = Omit<Offer, 'price'> & { priceKobo: number }

export type MediumRow = Omit<Selectable<Tables['message_media']>, 'message_id' | 'position'>

export type MessageItemRow = {
  item_id: number | null
  item_name: string | null
  price_kobo: number | null
  image_url: string | null
}

/**
 * Selects when a row of `messages` was read, as far as the member `viewerId` (a value or a column) may know it. A block
 * hides what was read after it, so that the sender learns nothing new.
 */
export const readAtFor = (viewerId: RawBuilder<unknown>) => sql<Date | null>`case
  when messages.sender_id = ${viewerId} and exists (
    select from blocks where blocks.created_at <= messages.read_at
      and (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id)))
  then null else messages.read_at end`

/**
 * Selects the offer of a row of `messages`. Offers always have an item, so that other messages skip the lookup. The item
 * comes from `messageJoins`. An offer across a block cannot be decided. An offer that is past its time has lapsed, even
 * before the job has marked it.
 */
const offerFor = (
  viewerId: RawBuilder<number>,
  now: Date,
) => sql`case when messages.item_id is not null then (
  select json_build_object('id', offers.id, 'itemId', offers.item_id, 'itemName', offers.item_name,
    'thumbnail', coalesce(items.thumbnail_url, items.image_url), 'priceKobo', offers.price_kobo,
    'state', current.state, 'validUntil', offers.valid_until, 'can', json_build_object(
      'accept', is_undecided and receiver_id = ${viewerId} and coalesce(items.is_approved and not items.is_hidden, false),
      'decline', is_undecided and receiver_id = ${viewerId},
      'withdraw', is_undecided and sender_id = ${viewerId}))
  from offers cross join lateral (
    select case when offers.state in ('OPEN', 'ACCEPTED') and valid_until <= ${now}::timestamptz
      then 'LAPSED' else offers.state end as state) current
  cross join lateral (select current.state = 'OPEN' and not exists (
    select from blocks
    where (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id))) as is_undecided) decision
  where offers.message_id = messages.id) end`

/** Selects a message with its sender and its item, as the member `viewerId` (a value or a column) sees it. */
export const messageColumns = (viewerId: RawBuilder<number>, now: Date) => sql`
  messages.id, messages.sender_id, messages.receiver_id, messages.body, ${readAtFor(viewerId)} as read_at,
  messages.created_at, messages.deleted_at,
  ${mentionsFor({ id: viewerId }, sql.ref('messages.mentioned_ids'))} as mentions,
  case when messages.has_media then (
    select json_agg(message_media order by position) from message_media where message_id = messages.id) end as media,
  ${offerFor(viewerId, now)} as offer,
  sender.username, sender.profile_image,
  (select unread_count from threads where owner_id = ${viewerId} and side = coalesce(messages.sender_id, 0)
    and messages.receiver_id = ${viewerId}) as unread,
  items.id as item_id, items.name as item_name, items.price_kobo, items.image_url`

/** Joins the sender and the item. Only its seller sees an item that is no longer approved or was deleted. */
export const messageJoins = (viewerId: RawBuilder<number>) => sql`
  left join members sender on sender.id = messages.sender_id
  left join items on items.id = messages.item_id
    and (items.is_approved and not items.is_hidden or items.seller_id = ${viewerId})`

export type MessageReader = Pick<Deps, 'clock'> & { db: Db }

/** Selects messages, newest first. `which` is a condition on the table `messages`. */
export async function selectMessages(
  { db, clock }: MessageReader,
  viewer: Viewer,
  which: RawBuilder<unknown>,
): Promise<MessageRow[]> {
  const viewerId = sql<number>`${viewer.id}::bigint`
  const { rows } = await sql<MessageRow>`
    select ${messageColumns(viewerId, clock.now())}
    from (${which}) page join messages on messages.id = page.id ${messageJoins(viewerId)}
    order by messages.id desc`.execute(db)
  return rows
}

export function shapeMessage(row: MessageRow): Message {
  return {
    chatId: row.id,
    message: row.body,
    createdBy: row.username ?? systemName,
    senderId: row.sender_id ?? systemId,
    receiverId: row.receiver_id,
    senderUsername: row.username ?? systemName,
    senderProfileImage: row.profile_image,
    unReadChatCount: row.unread ?? 0,
    read: row.read_at !== null,
    createdDate: row.created_at.toISOString(),
    mentions: row.mentions ?? [],
    item: itemOf(row),
    offer: row.offer && shapeOffer(row.offer),
    media: (row.media ?? []).map(shapeMedium),
    deleted: row.deleted_at !== null,
  }
}

function shapeMedium({ url, thumbnail_url, type, width, height, duration_ms }: MediumRow): MessageMedium {
  const duration = duration_ms === null ? null : duration_ms / 1000
  return { url, thumbnail: thumbnail_url, type, width, height, duration }
}

function shapeOffer({ priceKobo, ...offer }: OfferRow): Offer {
  return { ...offer, price: nairaOf(priceKobo), validUntil: new Date(offer.validUntil).toISOString() }
}

function itemOf({ item_id, item_name, price_kobo, image_url }: MessageItemRow): Message['item'] {
  if (item_id === null || item_name === null || price_kobo === null) return null
  return { id: item_id, name: item_name, price: nairaOf(price_kobo), imageUrl: image_url }
}

/** Returns the other side of a conversation as the table stores it. */
export const sideOf = (userId: number) => (userId === systemId ? null : userId)

export const noSuchMessage = () => notFound('No such message.')
