import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { columnsUsedBy } from '#api/test/columns-used.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { exportQueries } from './export.ts'

const app = await sharedApp()

/** Columns of the exported tables that the export leaves out. */
const notExported = {
  'follows from what is exported': [
    'comments.likes_count',
    'comments.mentioned_ids',
    'comments.post_author_id',
    'comments.post_group_id',
    'comments.reply_count',
    'items.approved_fee_other_state_kobo',
    'items.approved_fee_same_state_kobo',
    'likes.post_author_id',
    'likes.post_group_id',
    'messages.has_media',
    'messages.mentioned_ids',
    'order_lines.finished_at',
    'order_lines.image_url',
    'order_lines.sold_at',
    'posts.link_card_id',
    'posts.mentioned_ids',
    'posts.tags',
    'reports.search_text',
  ],
  'says only how a file looks': [
    'dispute_images.thumbnail_url',
    'item_images.thumbnail_url',
    'items.thumbnail_url',
    'media.bytes',
    'media.duration_ms',
    'media.height',
    'media.thumbnail_url',
    'media.type',
    'media.width',
    'message_media.duration_ms',
    'message_media.height',
    'message_media.thumbnail_url',
    'message_media.type',
    'message_media.width',
    'order_lines.thumbnail_url',
    'post_media.height',
    'post_media.thumbnail_url',
    'post_media.width',
  ],
  'refers to a row that the member does not see': [
    'comment_likes.notification_id',
    'comments.notification_id',
    'comments.reply_notification_id',
    'consents.id',
    'disputes.order_line_id',
    'follows.notification_id',
    'likes.notification_id',
    'media.id',
    'mentions.notification_id',
    'offers.message_id',
    'order_lines.parcel_id',
    'order_lines.payout_id',
    'parcels.seller_account_id',
    'payouts.seller_account_id',
    'proposals.based_on',
    'proposals.version_id',
    'proposed_groups.id',
    'push_subscriptions.id',
    'refunds.order_line_id',
    'section_versions.restored_from',
    'seller_accounts.id',
  ],
  'is about others': [
    'disputes.decided_as',
    'disputes.decided_by',
    'notifications.actor_id',
    'reports.closed_by',
    'reports.group_id',
    'reports.reported_id',
    'reports.snapshot',
  ],
  'is a secret, or a name in another system': [
    'media.keys',
    'payment_attempts.authorization_url',
    'payout_accounts.bank_code',
    'payout_accounts.recipient_code',
    'payouts.recipient_code',
    'push_subscriptions.auth',
    'push_subscriptions.endpoint',
    'push_subscriptions.p256dh',
    'push_subscriptions.session_id',
    'refunds.provider_id',
    'refunds.reference',
    'sessions.id',
  ],
  'is how the product does its work': [
    'comments.is_hidden',
    'comments.is_post_hidden',
    'comments.version',
    'items.is_hidden',
    'likes.is_post_hidden',
    'media.claimed_at',
    'media.stored_at',
    'notifications.latest_at',
    'order_lines.fee_refunded_kobo',
    'order_lines.holds_stock',
    'order_lines.is_disputed',
    'order_lines.refunded_at',
    'order_lines.refunded_kobo',
    'order_lines.released_at',
    'order_lines.reviewed_at',
    'orders.commission_percent',
    'orders.expires_at',
    'orders.held_at',
    'orders.next_end_check_at',
    'orders.review_asked_at',
    'parcels.fee_refunded_kobo',
    'parcels.released_at',
    'payment_attempts.amount_kobo',
    'payment_attempts.currency',
    'payment_attempts.fee_kobo',
    'payment_attempts.held_reason',
    'payment_attempts.next_poll_at',
    'payment_attempts.opening_until',
    'payment_attempts.poll_count',
    'payment_attempts.provider_status',
    'payment_attempts.reversed_at',
    'payment_attempts.settled_at',
    'payouts.fee_kobo',
    'payouts.lagos_day',
    'payouts.next_poll_at',
    'payouts.provider_status',
    'payouts.request_count',
    'payouts.why',
    'posts.is_fanned_out',
    'posts.is_hidden',
    'posts.version',
    'refunds.changed_at',
    'refunds.next_poll_at',
    'refunds.paid_twice_at',
    'refunds.request_count',
    'refunds.requesting_until',
    'refunds.retry_count',
    'refunds.settled_outside_at',
    'reviews.is_hidden',
  ],
}

/** Tables that the export reads only for names. All of `members` is exported but for three columns. */
const nameTables = ['genres', 'groups', 'lgas', 'members', 'states']

test('the export includes or excludes every column of its tables', async () => {
  const statements = Object.values(exportQueries).flatMap((part) =>
    typeof part === 'string' ? [part] : Object.values(part),
  )
  const used = await columnsUsedBy(
    app.deps.db,
    statements.map((statement) => statement.replaceAll('$1', '1')),
  )
  const tables = new Set(
    used.map((name) => name.split('.')[0] ?? '').filter((name) => !nameTables.includes(name)),
  )
  // A generated column says what the others say.
  const { rows } = await sql<{ name: string }>`
    select concat(relname, '.', attname) as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relname = any(${[...tables]})
      and attnum > 0 and not attisdropped and attgenerated = '' order by 1`.execute(app.deps.db)
  const missing = rows.map(({ name }) => name).filter((name) => !used.includes(name))
  expect(missing.toSorted()).toEqual(Object.values(notExported).flat().toSorted())
})
