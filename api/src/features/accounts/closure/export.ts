import { CompiledQuery } from 'kysely'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { Db } from '#api/db/db.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** The statements for all data of the member `$1`, by table. A test fails if a table or a column is missing here. */
export const exportQueries: Record<string, string | Record<string, string>> = {
  consents: 'select kind, wording, given_at from consents where member_id = $1',
  proposed_groups: 'select name, created_at from proposed_groups where member_id = $1',
  sessions: 'select created_at, expires_at from sessions where member_id = $1',
  // The push address of a browser is a secret, because anyone who knows it can send pushes there.
  push_subscriptions: 'select created_at from push_subscriptions where member_id = $1',
  logins: 'select created_at from logins where member_id = $1 order by id',
  memberships: `
    select groups.name as group, is_moderator, joined_at from memberships join groups on groups.id = group_id
    where member_id = $1`,
  follows: {
    following: `
      select username, follows.created_at from follows join members on members.id = followed_id where follower_id = $1`,
    followers: `
      select username, follows.created_at from follows join members on members.id = follower_id where followed_id = $1`,
  },
  blocks: `
    select username, blocks.created_at from blocks join members on members.id = blocked_id where blocker_id = $1`,
  media: 'select url, created_at from media where owner_id = $1',
  posts: `
    select posts.id, groups.name as group, caption, location, likes_count, comments_count, posts.created_at, edited_at,
      coalesce((select json_agg(json_build_object('url', url, 'type', type, 'alt', alt) order by position)
        from post_media where post_id = posts.id), '[]') as media
    from posts left join groups on groups.id = group_id where author_id = $1 order by posts.id`,
  comments: `
    select post_id, parent_id, body, created_at, edited_at
    from comments where author_id = $1 order by id`,
  likes: 'select post_id, created_at from likes where member_id = $1 order by created_at',
  comment_likes: 'select comment_id, created_at from comment_likes where member_id = $1 order by created_at',
  bookmarks: 'select post_id, created_at from bookmarks where member_id = $1 order by id',
  mentions: 'select post_id, comment_id, created_at from mentions where member_id = $1 order by created_at',
  // Only reports by the member are exported. Their content and reports about the member are other people's data.
  reports: `
    select target_type, target_id, reason, created_at, closed_at
    from reports where reporter_id = $1 order by id`,
  items: `
    select id, name, description, price_kobo, stock, image_url, is_approved, created_at, disapproval_reason, deleted_at,
      offers_pickup, offers_delivery, state_code, lga_code, fee_same_state_kobo, fee_other_state_kobo,
      to_json(array(select url from item_images where item_id = items.id order by position)) as images,
      to_json(array(select genres.name from item_genres join genres on genres.id = genre_id
        where item_id = items.id order by genres.name)) as categories
    from items where seller_id = $1 order by id`,
  favorites: 'select item_id, created_at from favorites where member_id = $1 order by created_at',
  saved_searches: `
    select saved_searches.name, genres.name as category, min_price_kobo, max_price_kobo, state_code, in_stock, method,
      created_at
    from saved_searches left join genres on genres.id = genre_id where member_id = $1 order by saved_searches.id`,
  cart_lines: `
    select item_id, name, count, price_kobo, created_at
    from cart_lines where member_id = $1 order by id`,
  offers: `
    select item_id, item_name, price_kobo, state, created_at, decided_at, valid_until
    from offers where buyer_id = $1 order by id`,
  addresses: `
    select street_number, address_line1, address_line2, states.name as state, lgas.name as lga, postal_code, unit_number,
      phone_number, created_at
    from addresses join states on states.code = addresses.state_code join lgas on lgas.code = lga_code
    where member_id = $1 order by addresses.id`,
  // These are the member's purchases.
  orders: `
    select transaction_ref, status, total_kobo, phone_number, billing_address, shipping_address, created_at, paid_at,
      shipped_at, moved_at,
      (select coalesce(json_agg(json_build_object('name', name, 'quantity', quantity, 'unit_price_kobo', unit_price_kobo,
          'shipped_at', shipped_at, 'note', note, 'canceled_at', canceled_at, 'reason', reason) order by id), '[]')
        from order_lines where order_id = orders.id) as lines,
      (select coalesce(json_agg(json_build_object('reference', reference, 'state', state, 'paid_kobo', paid_kobo,
          'created_at', created_at) order by number), '[]')
        from payment_attempts where order_id = orders.id) as payments,
      (select coalesce(json_agg(json_build_object('amount_kobo', amount_kobo, 'state', state,
          'created_at', created_at) order by id), '[]')
        from refunds where order_id = orders.id) as refunds
    from orders where buyer_id = $1 order by orders.id`,
  // These are the member's sales, without the buyer and the address, which are the buyer's data.
  order_lines: `
    select item_id, name, quantity, unit_price_kobo, order_lines.total_kobo, status, paid_at, order_lines.shipped_at, note,
      canceled_at, reason, orders.created_at
    from order_lines join orders on orders.id = order_id where seller_id = $1 order by order_lines.id`,
  payout_accounts: `
    select bank_name, account_name, last4, usable_from, changed_at
    from payout_accounts where member_id = $1`,
  // The seller's own replies to reviews are included.
  reviews: {
    written: `
      select id, item_id, order_line_id, rating, body, helpful_count, created_at, edited_at,
        to_json(array(select url from review_images where review_id = reviews.id order by position)) as images
      from reviews where author_id = $1 order by id`,
    replied: `
      select id as review_id, reply, replied_at from reviews where seller_id = $1 and reply is not null`,
  },
  helpful_votes: 'select review_id, created_at from helpful_votes where member_id = $1 order by created_at',
  // The member may be the buyer or the seller.
  disputes: `
    select transaction_ref, reason, state, decision, buyer_kobo, decision_reason, disputes.created_at, decided_at
    from disputes join orders on orders.id = order_id
    where $1 in (disputes.buyer_id, disputes.seller_id) order by disputes.id`,
  dispute_messages: `
    select dispute_id, role, body, created_at,
      to_json(array(select url from dispute_images where message_id = dispute_messages.id order by position)) as images
    from dispute_messages where author_id = $1 order by id`,
  // These are the parcels that the member sent, without their buyers.
  parcels: `
    select order_id, method, fee_kobo, carrier, tracking_number, shipped_at, received_at
    from parcels where seller_id = $1 order by id`,
  seller_accounts: `
    select held_kobo, available_kobo, on_the_way_kobo
    from seller_accounts where member_id = $1`,
  payouts: `
    select amount_kobo, state, reference, bank_name, last4, created_at, changed_at
    from payouts where member_id = $1 order by id`,
  section_versions: `
    select groups.name as group, version.name as section, detail, version.description, version.created_at
    from section_versions version join groups on groups.id = group_id where author_id = $1 order by version.id`,
  proposals: {
    made: `
      select groups.name as group, proposals.name as section, detail, proposals.description, note, state, reason,
        decided_at, proposals.created_at
      from proposals join groups on groups.id = group_id where member_id = $1 order by proposals.id`,
    // These are the member's decisions with their reasons, without the proposals of others.
    decided: `
      select groups.name as group, proposals.name as section, state, reason, decided_at
      from proposals join groups on groups.id = group_id where decided_by = $1 order by decided_at`,
  },
  notifications: `
    select kind, target_type, target_id, body, created_at, read_at
    from notifications where member_id = $1 order by id`,
  notification_settings: 'select kind, in_app, push, mail from notification_settings where member_id = $1',
  messages: {
    sent: `
      select coalesce(username, '${deletedUserName}') as to, body, item_id, messages.created_at, deleted_at,
        to_json(array(select url from message_media where message_id = messages.id order by position)) as media
      from messages left join members on members.id = receiver_id where sender_id = $1 order by messages.id`,
    // Automated messages have no sender.
    received: `
      select username as from, body, item_id, messages.created_at, read_at
      from messages left join members on members.id = sender_id where receiver_id = $1 order by messages.id`,
  },
}

export async function exportMember(db: Db, { id }: Viewer) {
  return { members: await profileOf(db, id), ...(await readParts(db, id, exportQueries)) }
}

async function readParts(db: Db, id: number, wanted: typeof exportQueries) {
  const whole: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(wanted))
    whole[name] = await (typeof part === 'string' ? readRows(db, id, part) : readParts(db, id, part))
  return whole
}

async function readRows(db: Db, id: number, statement: string): Promise<unknown[]> {
  return (await db.executeQuery(CompiledQuery.raw(statement, [id]))).rows
}

async function profileOf(db: Db, id: number): Promise<unknown> {
  const row = db.selectFrom('members').selectAll().where('id', '=', id)
  const found = await row.executeTakeFirst()
  if (!found) throw notFound()
  // The admin who suspended the member is another person.
  const { password_hash: _, search_text: __, suspended_by: ___, ...member } = found
  return member
}
