import { sql, type RawBuilder } from 'kysely'
import type { Notification } from '@rootsquare/contract/notifications'
import { clipText } from '#api/domain/clip-text.ts'
import type { TargetType } from '#api/domain/notify.ts'
import { blockedEitherWay } from '#api/domain/visibility.ts'

export type TargetRow = {
  target_type: TargetType | null
  target_id: number | null
  title: string | null
  excerpt: string | null
  thumbnail: string | null
  /** The post of a comment, or the item of an offer or a review. */
  parent_id: number | null
}

/** Selects the target of a row of `notifications` as the reader sees it now, or no row if it was deleted. */
export function targetOf(reader: RawBuilder<number>) {
  const isSeen = (authorId: RawBuilder<unknown>) =>
    sql`${authorId} <> all(array(${blockedEitherWay({ id: reader })}))`
  const isShownItem = sql`deleted_at is null
    and (seller_id = ${reader} or is_approved and not is_hidden and ${isSeen(sql.ref('seller_id'))})`
  return sql`
    select caption as title, ${pictureOf(sql.ref('posts.id'))} as thumbnail, null::bigint as parent_id from posts
    where target_type = 'post' and posts.id = target_id and not is_hidden and ${isSeen(sql.ref('author_id'))}
    union all
    select comments.body, ${pictureOf(sql.ref('comments.post_id'))}, comments.post_id from comments
    where target_type = 'comment' and comments.id = target_id and not is_hidden and not is_post_hidden
      and ${isSeen(sql.ref('author_id'))}
    union all
    select groups.name, image, null from groups where target_type = 'group' and groups.id = target_id
    union all
    select items.name, thumbnail_url, null from items
    where target_type = 'item' and items.id = target_id and ${isShownItem}
    union all
    select firstname || ' ' || lastname, profile_image, null from members
    where target_type = 'user' and members.id = target_id and banned_at is null and ${isSeen(sql.ref('members.id'))}
    union all
    select transaction_ref, (select thumbnail_url from order_lines where order_id = orders.id order by id limit 1), null
    from orders where target_type = 'order' and orders.id = target_id and buyer_id = ${reader}
    union all
    select transaction_ref, thumbnail_url, null from order_lines join orders on orders.id = order_id
    where target_type = 'sale' and order_lines.id = target_id and seller_id = ${reader}
    union all
    select name, thumbnail_url, null from disputes join order_lines on order_lines.id = order_line_id
    where target_type = 'dispute' and disputes.id = target_id and (
      ${reader} in (disputes.buyer_id, disputes.seller_id)
      or exists (select from members where members.id = ${reader} and role <> 'USER'))
    union all
    select '₦' || to_char(amount_kobo / 100.0, 'FM999,999,999,990.00'), null, null from payouts
    where target_type = 'payout' and payouts.id = target_id and member_id = ${reader}
    union all
    select items.name, thumbnail_url, items.id from items
    where target_type in ('offer', 'review') and ${isShownItem} and items.id = case target_type
      when 'offer' then (select item_id from offers where offers.id = target_id)
      else (select item_id from reviews where reviews.id = target_id) end`
}

const pictureOf = (postId: RawBuilder<unknown>) => sql`(
  select case type when 'image' then coalesce(thumbnail_url, url) else thumbnail_url end
  from post_media where post_id = ${postId} order by position limit 1)`

/** Selects the newest comment or reply of a row of `notifications` that the reader may see now. */
export function selectExcerpt(reader: RawBuilder<number>) {
  const unseen = sql`array(${blockedEitherWay({ id: reader })})`
  const newest = (notificationId: RawBuilder<unknown>) => sql`(
    select comments.body from comments
    where ${notificationId} = notifications.id and not is_hidden and not is_post_hidden and author_id <> all(${unseen})
      and (parent_id is null
        or (select top.author_id from comments top where top.id = comments.parent_id) <> all(${unseen}))
    order by comments.created_at desc limit 1)`
  return sql<string | null>`case kind
    when 'COMMENT' then ${newest(sql.ref('comments.notification_id'))}
    when 'REPLY' then ${newest(sql.ref('comments.reply_notification_id'))} end`
}

const maxTitleLength = 100

/** Returns the beginning of a text on one line. */
const clipLine = (text: string) => clipText(text.replaceAll(/\s+/g, ' '), maxTitleLength)

export const shapeExcerpt = ({ excerpt }: TargetRow) => (excerpt === null ? null : clipLine(excerpt))

/** The types that the API does not know, and what it shows in their place. */
const shownTypes = { sale: 'order', offer: 'item', review: 'item' } as const

export function shapeTarget(row: TargetRow): Notification['target'] {
  const { target_type: type, target_id: id, title, parent_id: parentId } = row
  if (type === null || id === null || title === null) return null
  const isOfItem = type === 'offer' || type === 'review'
  return {
    type: isOfItem || type === 'sale' ? shownTypes[type] : type,
    id: isOfItem ? (parentId ?? id) : id,
    title: clipLine(title),
    thumbnail: row.thumbnail,
    postId: isOfItem ? null : parentId,
    isSale: type === 'sale',
  }
}
