import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { addressesOf, disputeMessagesOf, disputesOf, ordersOf, reviewsBy, soldBy } from './export-orders.ts'

type Part = (db: Db, id: number) => Promise<unknown>

/** All data of a member, by table. A test fails for tables that are missing here. */
const parts: Record<string, Part> = {
  members: profileOf,
  consents: rowsOf('consents', ['kind', 'wording', 'given_at']),
  sessions: rowsOf('sessions', ['created_at', 'expires_at']),
  // The address of a browser is a secret: whoever has it can send there.
  push_subscriptions: rowsOf('push_subscriptions', ['created_at']),
  logins: rowsOf('logins', ['created_at'], { order: 'id' }),
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
  media: rowsOf('media', ['url', 'created_at'], { owner: 'owner_id' }),
  posts: postsOf,
  comments: rowsOf('comments', ['post_id', 'parent_id', 'body', 'created_at', 'edited_at'], {
    owner: 'author_id',
    order: 'id',
  }),
  likes: rowsOf('likes', ['post_id', 'created_at'], { order: 'created_at' }),
  comment_likes: rowsOf('comment_likes', ['comment_id', 'created_at'], { order: 'created_at' }),
  bookmarks: rowsOf('bookmarks', ['post_id', 'created_at'], { order: 'id' }),
  mentions: rowsOf('mentions', ['post_id', 'comment_id', 'created_at'], { order: 'created_at' }),
  // Reports by the member. Their content and reports about the member are other people's data.
  reports: rowsOf('reports', ['target_type', 'target_id', 'reason', 'created_at', 'closed_at'], {
    owner: 'reporter_id',
    order: 'id',
  }),
  items: itemsOf,
  favorites: rowsOf('favorites', ['item_id', 'created_at'], { order: 'created_at' }),
  saved_searches: (db, id) =>
    db
      .selectFrom('saved_searches')
      .leftJoin('genres', 'genres.id', 'genre_id')
      .select(['saved_searches.name', 'genres.name as category', 'min_price_kobo', 'max_price_kobo'])
      .select(['state_code', 'in_stock', 'method', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('saved_searches.id')
      .execute(),
  cart_lines: rowsOf('cart_lines', ['item_id', 'name', 'count', 'price_kobo', 'created_at'], { order: 'id' }),
  offers: rowsOf(
    'offers',
    ['item_id', 'item_name', 'price_kobo', 'state', 'created_at', 'decided_at', 'valid_until'],
    { owner: 'buyer_id', order: 'id' },
  ),
  addresses: addressesOf,
  orders: ordersOf,
  order_lines: soldBy,
  payout_accounts: rowsOf('payout_accounts', [
    'bank_name',
    'account_name',
    'last4',
    'usable_from',
    'changed_at',
  ]),
  reviews: reviewsBy,
  helpful_votes: rowsOf('helpful_votes', ['review_id', 'created_at'], { order: 'created_at' }),
  disputes: disputesOf,
  dispute_messages: disputeMessagesOf,
  // What the member has sent, as the lines above without their buyers.
  parcels: rowsOf(
    'parcels',
    ['order_id', 'method', 'fee_kobo', 'carrier', 'tracking_number', 'shipped_at', 'received_at'],
    { owner: 'seller_id', order: 'id' },
  ),
  seller_accounts: rowsOf('seller_accounts', ['held_kobo', 'available_kobo', 'on_the_way_kobo']),
  payouts: rowsOf(
    'payouts',
    ['amount_kobo', 'state', 'reference', 'bank_name', 'last4', 'created_at', 'changed_at'],
    { order: 'id' },
  ),
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
  notifications: rowsOf(
    'notifications',
    ['kind', 'target_type', 'target_id', 'body', 'created_at', 'read_at'],
    { order: 'id' },
  ),
  notification_settings: rowsOf('notification_settings', ['kind', 'in_app', 'push', 'mail']),
  messages: async (db, id) => ({ sent: await sentBy(db, id), received: await receivedBy(db, id) }),
}

type Columns<T extends keyof Tables> = keyof Tables[T] & string

/** For a table that says by itself whose its rows are, in `member_id` or in `owner`. */
function rowsOf<T extends keyof Tables>(
  table: T,
  columns: Columns<T>[],
  { owner, order }: { owner?: Columns<T>; order?: Columns<T> } = {},
): Part {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  return async (db, id) => {
    const rows = sql`select ${names} from ${sql.table(table)} where ${sql.ref(owner ?? 'member_id')} = ${id}`
    const query = order ? sql`${rows} order by ${sql.ref(order)}` : rows
    return (await query.execute(db)).rows
  }
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
