import { sql, type RawBuilder } from 'kysely'
import type {
  DisputeDecision,
  DisputeEntry,
  DisputeReason,
  DisputeRole,
  DisputeState,
} from '@rootsquare/contract/trade/disputes'
import { nairaOf } from '@rootsquare/contract/lib/money'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import { isLastPaid } from '#api/features/orders/order-rows.ts'
import { conflict, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export type DisputeRow = {
  id: number
  state: DisputeState
  reason: DisputeReason
  order_id: number
  transaction_ref: string
  order_line_id: number
  name: string
  thumbnail_url: string | null
  quantity: number
  total_kobo: number
  /** The fee that the parcel paid, what the decision has given back of it, and what is left. */
  parcel_fee_kobo: number
  fee_kobo: number
  fee_left_kobo: number
  is_last_paid: boolean
  buyer_id: number | null
  seller_id: number | null
  buyer: DisputeEntry['buyer']
  seller: DisputeEntry['seller']
  decision: DisputeDecision | null
  buyer_kobo: number | null
  /** What really goes back to the buyer, which may be less if too little was paid. Null if it was not paid in Naira. */
  refund_kobo: number | null
  decided_as: 'seller' | 'staff' | null
  decision_reason: string | null
  created_at: Date
  decided_at: Date | null
  paid_at: Date | null
  sort_key: number
}

export const selectSide = (memberId: RawBuilder<unknown>) => sql`(
  select json_build_object('id', members.id, 'username', username, 'profileImage', profile_image)
  from members where members.id = ${memberId})`

/** Needs `disputes`. */
const refundKobo = sql<number | null>`(
  select (select coalesce(sum(amount_kobo), 0)::bigint from refunds where refunds.order_line_id = disputes.order_line_id)
  from payment_attempts where payment_attempts.order_id = disputes.order_id and payment_attempts.state = 'PAID' and currency = 'NGN')`

/** Selects the disputes that match `which`, open ones first. */
export const selectDisputes = (which: RawBuilder<unknown>): RawBuilder<DisputeRow> => sql<DisputeRow>`
  select disputes.id, disputes.state, disputes.reason, disputes.order_id, transaction_ref, order_line_id, name,
    thumbnail_url, quantity, order_lines.total_kobo, order_lines.fee_refunded_kobo as fee_kobo,
    parcels.fee_kobo as parcel_fee_kobo,
    parcels.fee_kobo - parcels.fee_refunded_kobo as fee_left_kobo, ${isLastPaid} as is_last_paid, disputes.buyer_id, disputes.seller_id,
    ${selectSide(sql.ref('disputes.buyer_id'))} as buyer, ${selectSide(sql.ref('disputes.seller_id'))} as seller,
    decision, buyer_kobo, ${refundKobo} as refund_kobo, decided_as, decision_reason, disputes.created_at, decided_at, paid_at, sort_key
  from disputes join orders on orders.id = disputes.order_id join order_lines on order_lines.id = order_line_id
    join parcels on parcels.id = parcel_id
  where ${which} order by sort_key`

/** Returns the viewer’s role, or null for a member who takes no part. */
export function roleOf(
  { buyer_id, seller_id }: Pick<DisputeRow, 'buyer_id' | 'seller_id'>,
  { id, role }: Viewer,
): DisputeRole | null {
  if (buyer_id === id) return 'buyer'
  if (seller_id === id) return 'seller'
  return isStaff(role) ? 'staff' : null
}

export async function requireDispute(db: Db, viewer: Viewer, id: number) {
  const { rows } = await selectDisputes(sql`disputes.id = ${id}`).execute(db)
  const role = rows[0] && roleOf(rows[0], viewer)
  if (!rows[0] || !role) throw notFound('There is no such dispute.')
  return { dispute: rows[0], role }
}

/** What of the fee goes back with the price unless the decision says otherwise: all of it if nothing of the parcel arrived. */
export const feeWithRefund = ({ reason, is_last_paid, fee_left_kobo }: DisputeRow) =>
  reason === 'NOT_RECEIVED' && is_last_paid ? fee_left_kobo : 0

export const disputeEnded = ({ state }: DisputeRow) =>
  state === 'WITHDRAWN'
    ? conflict('The buyer has withdrawn this dispute.', 'ALREADY_WITHDRAWN')
    : conflict('This dispute has been decided already.', 'ALREADY_DECIDED')

export function shapeEntry(row: DisputeRow, role: DisputeRole): DisputeEntry {
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    orderId: row.order_id,
    transactionRef: row.transaction_ref,
    orderLineId: row.order_line_id,
    name: row.name,
    thumbnailUrl: row.thumbnail_url,
    quantity: row.quantity,
    total: nairaOf(row.total_kobo),
    buyer: row.buyer,
    seller: row.seller,
    role,
    decision: row.decision,
    amount: row.buyer_kobo === null ? null : nairaOf(row.buyer_kobo),
    createdDate: row.created_at.toISOString(),
    decidedDate: row.decided_at?.toISOString() ?? null,
  }
}
