import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

export function addressesOf(db: Db, id: number): Promise<unknown> {
  return db
    .selectFrom('addresses')
    .innerJoin('states', 'states.code', 'addresses.state_code')
    .innerJoin('lgas', 'lgas.code', 'lga_code')
    .select(['street_number', 'address_line1', 'address_line2', 'states.name as state', 'lgas.name as lga'])
    .select(['postal_code', 'unit_number', 'phone_number', 'created_at'])
    .where('member_id', '=', id)
    .orderBy('addresses.id')
    .execute()
}

/** The member's purchases. */
export function ordersOf(db: Db, id: number): Promise<unknown> {
  return db
    .selectFrom('orders')
    .select([
      'transaction_ref',
      'status',
      'total_kobo',
      'phone_number',
      'billing_address',
      'shipping_address',
    ])
    .select(['created_at', 'paid_at', 'shipped_at', 'moved_at'])
    .select([
      sql<unknown>`(
        select coalesce(json_agg(json_build_object(
          'name', name, 'quantity', quantity, 'unit_price_kobo', unit_price_kobo, 'shipped_at', shipped_at,
          'note', note, 'canceled_at', canceled_at, 'reason', reason
        ) order by id), '[]') from order_lines where order_id = orders.id)`.as('lines'),
      sql<unknown>`(
        select coalesce(json_agg(json_build_object(
          'reference', reference, 'state', state, 'paid_kobo', paid_kobo, 'created_at', created_at
        ) order by number), '[]') from payment_attempts where order_id = orders.id)`.as('payments'),
      sql<unknown>`(
        select coalesce(json_agg(json_build_object(
          'amount_kobo', amount_kobo, 'state', state, 'created_at', created_at
        ) order by id), '[]') from refunds where order_id = orders.id)`.as('refunds'),
    ])
    .where('buyer_id', '=', id)
    .orderBy('orders.id')
    .execute()
}

/** The member's sales, without the buyer and the address, which are the buyer's data. */
export function soldBy(db: Db, id: number): Promise<unknown> {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['item_id', 'name', 'quantity', 'unit_price_kobo', 'order_lines.total_kobo', 'status'])
    .select(['paid_at', 'order_lines.shipped_at', 'note', 'canceled_at', 'reason', 'orders.created_at'])
    .where('seller_id', '=', id)
    .orderBy('order_lines.id')
    .execute()
}

/** As buyer or seller. */
export function disputesOf(db: Db, id: number): Promise<unknown> {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['transaction_ref', 'reason', 'state', 'decision', 'buyer_kobo', 'decision_reason'])
    .select(['disputes.created_at', 'decided_at'])
    .where(({ or, eb }) => or([eb('disputes.buyer_id', '=', id), eb('disputes.seller_id', '=', id)]))
    .orderBy('disputes.id')
    .execute()
}

export function disputeMessagesOf(db: Db, id: number): Promise<unknown> {
  return db
    .selectFrom('dispute_messages')
    .select(['dispute_id', 'role', 'body', 'created_at'])
    .select(
      sql<unknown>`to_json(array(
        select url from dispute_images where message_id = dispute_messages.id order by position
      ))`.as('images'),
    )
    .where('author_id', '=', id)
    .orderBy('id')
    .execute()
}

/** With the seller's own replies to the reviews of others. */
export async function reviewsBy(db: Db, id: number): Promise<unknown> {
  const reviews = db.selectFrom('reviews').where('author_id', '=', id).orderBy('id')
  const written = await reviews
    .select(['id', 'item_id', 'order_line_id', 'rating', 'body', 'helpful_count', 'created_at', 'edited_at'])
    .select(
      sql<unknown>`to_json(array(
        select url from review_images where review_id = reviews.id order by position
      ))`.as('images'),
    )
    .execute()
  const replies = db.selectFrom('reviews').select(['id as review_id', 'reply', 'replied_at'])
  const replied = await replies.where('seller_id', '=', id).where('reply', 'is not', null).execute()
  return { written, replied }
}
