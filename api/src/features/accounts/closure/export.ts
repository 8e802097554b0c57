import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import {
  addressesOf,
  disputeMessagesOf,
  disputesOf,
  earningsOf,
  offersOf,
  ordersOf,
  parcelsOf,
  payoutAccountsOf,
  payoutsOf,
  reviewsBy,
  soldBy,
} from './export-orders.ts'

type Part = (db: Db, id: number) => Promise<unknown>

/** All data of a member, by table. A test fails for tables that are missing here. */
const parts: Record<string, Part> = {
  members: profileOf,
  consents: (db, id) =>
    db.selectFrom('consents').select(['kind', 'wording', 'given_at']).where('member_id', '=', id).execute(),
  sessions: (db, id) =>
    db.selectFrom('sessions').select(['created_at', 'expires_at']).where('member_id', '=', id).execute(),
  // The address of a browser is a secret: whoever has it can send there.
  push_subscriptions: (db, id) =>
    db.selectFrom('push_subscriptions').select('created_at').where('member_id', '=', id).execute(),
  logins: (db, id) =>
    db.selectFrom('logins').select('created_at').where('member_id', '=', id).orderBy('id').execute(),
  memberships: (db, id) =>
    db
      .selectFrom('memberships')
      .innerJoin('groups', 'groups.id', 'group_id')
      .select(['groups.name as group', 'is_moderator', 'joined_at'])
      .where('member_id', '=', id)
      .execute(),
  follows: async (db, id) => ({ following: await followedBy(db, id), followers: await followersOf(db, id) }),
  blocks: (db, id) =>
    db
      .selectFrom('blocks')
      .innerJoin('members', 'members.id', 'blocked_id')
      .select(['username', 'blocks.created_at'])
      .where('blocker_id', '=', id)
      .execute(),
  media: (db, id) =>
    db.selectFrom('media').select(['url', 'created_at']).where('owner_id', '=', id).execute(),
  posts: postsOf,
  comments: (db, id) =>
    db
      .selectFrom('comments')
      .select(['post_id', 'parent_id', 'body', 'created_at', 'edited_at'])
      .where('author_id', '=', id)
      .orderBy('id')
      .execute(),
  likes: (db, id) =>
    db
      .selectFrom('likes')
      .select(['post_id', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
  comment_likes: (db, id) =>
    db
      .selectFrom('comment_likes')
      .select(['comment_id', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
  bookmarks: (db, id) =>
    db
      .selectFrom('bookmarks')
      .select(['post_id', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
  mentions: (db, id) =>
    db
      .selectFrom('mentions')
      .select(['post_id', 'comment_id', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
  reports: reportsBy,
  items: itemsOf,
  favorites: (db, id) =>
    db
      .selectFrom('favorites')
      .select(['item_id', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
  saved_searches: (db, id) =>
    db
      .selectFrom('saved_searches')
      .leftJoin('genres', 'genres.id', 'genre_id')
      .select(['saved_searches.name', 'genres.name as category', 'min_price_kobo', 'max_price_kobo'])
      .select(['state_code', 'in_stock', 'method', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('saved_searches.id')
      .execute(),
  cart_lines: (db, id) =>
    db
      .selectFrom('cart_lines')
      .select(['item_id', 'name', 'count', 'price_kobo', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
  offers: offersOf,
  addresses: addressesOf,
  orders: ordersOf,
  order_lines: soldBy,
  payout_accounts: payoutAccountsOf,
  reviews: reviewsBy,
  helpful_votes: (db, id) =>
    db
      .selectFrom('helpful_votes')
      .select(['review_id', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
  disputes: disputesOf,
  dispute_messages: disputeMessagesOf,
  parcels: parcelsOf,
  seller_accounts: earningsOf,
  payouts: payoutsOf,
  section_versions: (db, id) =>
    db
      .selectFrom('section_versions')
      .innerJoin('groups', 'groups.id', 'group_id')
      .select(['groups.name as group', 'section_versions.name as section', 'detail'])
      .select(['section_versions.description', 'section_versions.created_at'])
      .where('author_id', '=', id)
      .orderBy('section_versions.id')
      .execute(),
  proposals: async (db, id) => ({ made: await proposedBy(db, id), decided: await decidedBy(db, id) }),
  notifications: (db, id) =>
    db
      .selectFrom('notifications')
      .select(['kind', 'target_type', 'target_id', 'body', 'created_at', 'read_at'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
  notification_settings: (db, id) =>
    db
      .selectFrom('notification_settings')
      .select(['kind', 'in_app', 'push', 'mail'])
      .where('member_id', '=', id)
      .execute(),
  messages: async (db, id) => ({ sent: await sentBy(db, id), received: await receivedBy(db, id) }),
}

export async function exportMember(db: Db, { id }: Viewer): Promise<Record<string, unknown>> {
  const whole: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(parts)) whole[name] = await read(db, id)
  return whole
}

async function profileOf(db: Db, id: number): Promise<unknown> {
  const row = db.selectFrom('members').selectAll().where('id', '=', id)
  const found = await row.executeTakeFirst()
  if (!found) throw notFound()
  // Without the admin, who is another person.
  const { password_hash: _, search_text: __, suspended_by: ___, ...member } = found
  return member
}

function followedBy(db: Db, id: number) {
  return db
    .selectFrom('follows')
    .innerJoin('members', 'members.id', 'followed_id')
    .select(['username', 'follows.created_at'])
    .where('follower_id', '=', id)
    .execute()
}

function followersOf(db: Db, id: number) {
  return db
    .selectFrom('follows')
    .innerJoin('members', 'members.id', 'follower_id')
    .select(['username', 'follows.created_at'])
    .where('followed_id', '=', id)
    .execute()
}

function postsOf(db: Db, id: number) {
  return db
    .selectFrom('posts')
    .leftJoin('groups', 'groups.id', 'group_id')
    .select(['posts.id', 'groups.name as group', 'caption', 'location', 'likes_count', 'comments_count'])
    .select(['posts.created_at', 'edited_at'])
    .select(
      sql<unknown>`coalesce((
        select json_agg(json_build_object('url', url, 'type', type, 'alt', alt) order by position)
        from post_media where post_id = posts.id
      ), '[]')`.as('media'),
    )
    .where('author_id', '=', id)
    .orderBy('posts.id')
    .execute()
}

/** Reports by the member. Their content and reports about the member are other people's data. */
function reportsBy(db: Db, id: number) {
  return db
    .selectFrom('reports')
    .select(['target_type', 'target_id', 'reason', 'created_at', 'closed_at'])
    .where('reporter_id', '=', id)
    .orderBy('id')
    .execute()
}

function itemsOf(db: Db, id: number) {
  return db
    .selectFrom('items')
    .select(['id', 'name', 'description', 'price_kobo', 'stock', 'image_url', 'is_approved', 'created_at'])
    .select([
      'disapproval_reason',
      'deleted_at',
      'offers_pickup',
      'offers_delivery',
      'state_code',
      'lga_code',
    ])
    .select(['fee_same_state_kobo', 'fee_other_state_kobo'])
    .select(
      sql<unknown>`to_json(array(
        select url from item_images where item_id = items.id order by position
      ))`.as('images'),
    )
    .select(
      sql<unknown>`to_json(array(
        select genres.name from item_genres join genres on genres.id = genre_id
        where item_id = items.id order by genres.name
      ))`.as('categories'),
    )
    .where('seller_id', '=', id)
    .orderBy('id')
    .execute()
}

function proposedBy(db: Db, id: number) {
  return db
    .selectFrom('proposals')
    .innerJoin('groups', 'groups.id', 'group_id')
    .select(['groups.name as group', 'proposals.name as section', 'detail', 'proposals.description', 'note'])
    .select(['state', 'reason', 'decided_at', 'proposals.created_at'])
    .where('member_id', '=', id)
    .orderBy('proposals.id')
    .execute()
}

/** The decisions with their reasons, without the proposals of others. */
function decidedBy(db: Db, id: number) {
  return db
    .selectFrom('proposals')
    .innerJoin('groups', 'groups.id', 'group_id')
    .select(['groups.name as group', 'proposals.name as section', 'state', 'reason', 'decided_at'])
    .where('decided_by', '=', id)
    .orderBy('decided_at')
    .execute()
}

function sentBy(db: Db, id: number) {
  return db
    .selectFrom('messages')
    .innerJoin('members', 'members.id', 'receiver_id')
    .select(['username as to', 'body', 'item_id', 'messages.created_at', 'deleted_at'])
    .select(
      sql<unknown>`to_json(array(
        select url from message_media where message_id = messages.id order by position
      ))`.as('media'),
    )
    .where('sender_id', '=', id)
    .orderBy('messages.id')
    .execute()
}

/** Automated messages have no sender. */
function receivedBy(db: Db, id: number) {
  return db
    .selectFrom('messages')
    .leftJoin('members', 'members.id', 'sender_id')
    .select(['username as from', 'body', 'item_id', 'messages.created_at', 'read_at'])
    .where('receiver_id', '=', id)
    .orderBy('messages.id')
    .execute()
}
