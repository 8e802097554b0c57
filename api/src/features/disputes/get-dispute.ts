import { sql } from 'kysely'
import type { Dispute, DisputeMessage, DisputeRole } from '@rootsquare/contract/trade/disputes'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { Order } from '@rootsquare/contract/trade/orders'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { shownRefundState } from '#api/features/orders/order-refunds.ts'
import { noSuchOrder, orderOf } from '#api/features/orders/order-rows.ts'
import { feeWithRefund, requireDispute, shapeEntry, selectSide, type DisputeRow } from './dispute-rows.ts'

/**
 * Returns a dispute with the facts of its order line and its messages.
 * Conversations of the two members elsewhere stay private.
 */
export async function getDispute(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<Dispute> {
  const { dispute, role } = await requireDispute(db, viewer, id)
  const order = await orderOf(deps, db, viewer, { orderId: dispute.order_id })
  return {
    ...shapeEntry(dispute, role),
    decidedBy: dispute.decided_as,
    decisionReason: dispute.decision_reason,
    ...lineFactsOf(order, dispute.order_line_id),
    fee: dispute.state === 'DECIDED' ? nairaOf(dispute.fee_kobo) : null,
    feeLeft: nairaOf(dispute.fee_left_kobo),
    feeWithRefund: nairaOf(feeWithRefund(dispute)),
    payment: {
      paidDate: dispute.paid_at?.toISOString() ?? null,
      reversedDate: await reversedAt(db, dispute),
    },
    refund: await refundOf(db, dispute),
    messages: await messagesOf(db, id, role),
    can: whatCan(dispute, role),
  }
}

function whatCan({ state }: DisputeRow, role: DisputeRole): Dispute['can'] {
  const isOpen = state === 'OPEN'
  return {
    write: isOpen,
    grant: isOpen && role === 'seller',
    decide: isOpen && role === 'staff',
    withdraw: isOpen && role === 'buyer',
  }
}

function lineFactsOf(order: Order, lineId: number) {
  const line = order.orderItemList.find(({ orderLineId }) => orderLineId === lineId)
  if (!line) throw noSuchOrder()
  const { orderStatus, history } = order
  const parcel = order.parcels.find(({ sellerId }) => sellerId === line.seller) ?? null
  return { itemId: line.itemId, lineState: line.state, note: line.note, orderStatus, history, parcel }
}

async function reversedAt(db: Db, { order_id }: DisputeRow): Promise<string | null> {
  const payment = await db
    .selectFrom('payment_attempts')
    .select('reversed_at')
    .where('order_id', '=', order_id)
    .where('reversed_at', 'is not', null)
    .executeTakeFirst()
  return payment?.reversed_at?.toISOString() ?? null
}

async function refundOf(db: Db, { order_line_id }: DisputeRow): Promise<Dispute['refund']> {
  const refund = await db
    .selectFrom('refunds')
    .select(['amount_kobo', 'state', 'created_at'])
    .where('order_line_id', '=', order_line_id)
    .executeTakeFirst()
  if (!refund) return null
  return {
    amount: nairaOf(refund.amount_kobo),
    state: shownRefundState(refund.state),
    createdDate: refund.created_at.toISOString(),
  }
}

type MessageRow = Omit<DisputeMessage, 'createdDate' | 'images'> & {
  images: DisputeMessage['images'] | null
  created_at: Date
}

async function messagesOf(db: Db, disputeId: number, reader: DisputeRole): Promise<DisputeMessage[]> {
  const { rows } = await sql<MessageRow>`
    select id, role, body as text, created_at, ${selectSide(sql.ref('author_id'))} as author,
      (select json_agg(json_build_object('url', url, 'thumbnail', thumbnail_url) order by position)
        from dispute_images where message_id = dispute_messages.id) as images
    from dispute_messages where dispute_id = ${disputeId} order by id`.execute(db)
  return rows.map(({ created_at, author, images, ...message }) => ({
    ...message,
    // Only staff see who of the staff wrote it.
    author: message.role === 'staff' && reader !== 'staff' ? null : author,
    images: images ?? [],
    createdDate: created_at.toISOString(),
  }))
}
