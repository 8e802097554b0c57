import { sql, type RawBuilder } from 'kysely'
import type { Notification, NotificationKind } from '@rootsquare/contract/notifications'
import { afterCommit, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { clipText } from './clip-text.ts'

/** The kinds of notification that store their text. Triggers create those of likes, comments and follows (decision 23). */
type KindWithText = Extract<
  NotificationKind,
  'PROPOSAL' | 'MODERATION' | 'ORDER' | 'REVIEW' | 'DISPUTE' | 'PAYOUT'
>
/**
 * `sale` is a line of an order, for its seller. The API calls it an order too, and an offer or a review an item: each has
 * a row of its own, because each is answered by itself.
 */
export type TargetType = NonNullable<Notification['target']>['type'] | 'sale' | 'offer' | 'review'

export type NewNotification = {
  memberId: number
  kind: KindWithText
  target: { type: TargetType; id: number }
  text: string
  /** Null if the product or its staff caused it. */
  actorId?: number | null
}

const maxTextLength = 500

/**
 * Notifies members in the transaction of the cause, unless they caused it themselves or have switched the kind off. An
 * unread row of the same kind and target gets the new text. Call it after sending automated messages, so that the rows of a
 * member are always locked in the same order.
 */
export async function notify(
  { clock, bus }: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  notifications: NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return
  const now = clock.now()
  const rows = notifications.map(({ memberId, kind, target, text, actorId = null }) => ({
    member_id: memberId,
    kind,
    target_type: target.type,
    target_id: target.id,
    actor_id: actorId,
    body: clipText(text, maxTextLength),
  }))
  await sql`
    insert into notifications (member_id, kind, target_type, target_id, actor_id, body, created_at, latest_at)
    select member_id, kind, target_type, target_id, actor_id, body, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as each (
      member_id bigint, kind notification_kind, target_type text, target_id bigint, actor_id bigint, body text)
    where member_id is distinct from actor_id and not exists (
      select from notification_settings as own
      where own.member_id = each.member_id and own.kind = each.kind and not in_app)
    order by member_id, target_id
    on conflict (member_id, kind, target_type, target_id) where read_at is null
      do update set body = excluded.body, actor_id = excluded.actor_id, latest_at = excluded.latest_at`.execute(
    tx,
  )
  afterCommit(tx, () => bus.notificationsChanged(notifications.map(({ memberId }) => memberId)))
}

/** Returns the members who may lose notifications when this member is hidden or erased, because their cause disappears. */
export async function membersNotifiedThrough(tx: Tx, memberId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select member_id as id from notifications
      where id in (select notification_id from notification_actors where actor_id = ${memberId})
    union ${participants(sql`post_id in (select id from posts where author_id = ${memberId})`)}
    union ${participants(sql`parent_id in (select id from comments where author_id = ${memberId})`)}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns the members who may have been notified of a comment on this post: its commenters and those whom comments mention.
 */
export async function membersNotifiedUnder(tx: Tx, postId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (${participants(sql`post_id = ${postId}`)}) named`.execute(tx)
  return rows.map(({ id }) => id)
}

const participants = (isWanted: RawBuilder<unknown>) => sql`
  select unnest(mentioned_ids || author_id) as id from comments where ${isWanted}`
