import { sql, type RawBuilder } from 'kysely'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { nairaOf } from '@rootsquare/contract/lib/money'
import { disputeWithinDays, shipWithinDays } from '@rootsquare/contract/trade/orders'
import type { Order, OrderLine, OrderState, Parcel } from '@rootsquare/contract/trade/orders'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { canShowItems } from '#api/domain/visibility.ts'
import { conflict, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { refundsOfOrder, shapeExtraPayments, shapeRefund, type RefundRow } from './order-refunds.ts'

/**
 * The state of a line is that of its order, unless the line itself was shipped,
 * finished or canceled. Needs `orders` and `order_lines`.
 */
export const lineState = sql<OrderState>`(case
  when order_lines.canceled_at is not null then 'CANCELED'
  when order_lines.finished_at is not null then 'COMPLETED'
  when orders.status = 'PROCESSING' and order_lines.shipped_at is not null then 'SHIPPED'
  else orders.status
end)`

/**
 * Whether no other line of the parcel is paid: canceled ones and those decided for the buyer are not, ones decided for the seller
 * or split are. Needs `order_lines`.
 */
export const isLastPaid = sql<boolean>`not exists (
  select from order_lines other where other.parcel_id = order_lines.parcel_id and other.id <> order_lines.id
    and other.canceled_at is null and other.refunded_kobo < other.total_kobo)`

/** What goes back of the fee with a line: see post_cancel. Needs `order_lines` and `parcels`. */
export const feeWithRefund = sql<number>`(
  case when ${isLastPaid} then parcels.fee_kobo - parcels.fee_refunded_kobo else 0 end)`

type LineRow = {
  id: number
  parcel_id: number
  item_id: number | null
  name: string
  image_url: string | null
  thumbnail_url: string | null
  seller_id: number | null
  username: string | null
  profile_image: string | null
  quantity: number
  unit_price_kobo: number
  total_kobo: number
  state: OrderState
  note: string | null
  reason: string | null
  fee_with_refund_kobo: number
  is_overdue: boolean
  is_reachable: boolean
  is_reviewed: boolean
  dispute_id: number | null
  is_disputed: boolean
  is_disputable: boolean
}

type ParcelRow = {
  id: number
  seller_id: number | null
  username: string | null
  method: DeliveryMethod
  fee_kobo: number
  fee_left_kobo: number
  carrier: string | null
  tracking_number: string | null
  shipped_at: string | null
  received_at: string | null
  decided_at: string | null
}

type OrderRow = {
  id: number
  transaction_ref: string
  buyer_id: number | null
  status: OrderState
  total_kobo: number
  phone_number: string | null
  billing_address: OrderAddress | null
  shipping_address: OrderAddress | null
  held_at: Date | null
  expires_at: Date
  created_at: Date
  lines: LineRow[] | null
  parcels: ParcelRow[] | null
  moves: { status: OrderState; at: string }[] | null
  refunds: RefundRow[]
}

/**
 * Whether the buyer of an unshipped line need not wait any longer: too many days have passed since the payment, or the seller
 * cannot ship it now. Needs `orders`, `order_lines` and, for the seller, left-joined `members`.
 */
const isOverdue = (now: Date) => sql<boolean>`(
  ${lineState} = 'PROCESSING' and (
    orders.paid_at <= ${inDays(now, -shipWithinDays)}::timestamptz
    or members.id is null or members.banned_at is not null
    or coalesce(members.suspended_until > ${now}::timestamptz, false)
  ))`

/** Whether a line of `order_lines` was shipped or recently completed, and never disputed. */
const isDisputable = (now: Date) => sql<boolean>`(
  disputes.id is null and (
    ${lineState} = 'SHIPPED'
    or coalesce(order_lines.finished_at >= ${inDays(now, -disputeWithinDays)}::timestamptz, false)
  ))`

const linesOf = (viewer: Viewer, now: Date) => sql`(
  select json_agg(json_build_object(
    'id', order_lines.id, 'parcel_id', parcel_id, 'item_id', item_id, 'name', order_lines.name,
    'image_url', order_lines.image_url, 'thumbnail_url', order_lines.thumbnail_url,
    'seller_id', order_lines.seller_id, 'username', members.username, 'profile_image', members.profile_image,
    'quantity', quantity, 'unit_price_kobo', unit_price_kobo, 'total_kobo', order_lines.total_kobo,
    'state', ${lineState}, 'note', note, 'reason', order_lines.reason, 'fee_with_refund_kobo', ${feeWithRefund},
    'is_overdue', ${isOverdue(now)}, 'is_reachable', coalesce(${canShowItems(viewer, now)}, false),
    'dispute_id', disputes.id, 'is_disputed', is_disputed, 'is_disputable', ${isDisputable(now)},
    'is_reviewed', reviewed_at is not null
  ) order by order_lines.id)
  from order_lines join parcels on parcels.id = parcel_id left join members on members.id = order_lines.seller_id
    left join disputes on order_line_id = order_lines.id
  where order_lines.order_id = orders.id)`

/**
 * The last decision of a parcel that was closed by decisions on disputes, or null if it was received. A dispute that is opened
 * after the receipt is decided later. Needs `parcels`.
 */
export const parcelDecidedAt = sql<Date | null>`(
  select case when bool_and(coalesce(disputes.state = 'DECIDED' and decided_at <= received_at, false)) then max(decided_at) end
  from order_lines left join disputes on order_line_id = order_lines.id
  where parcel_id = parcels.id and canceled_at is null)`

const parcelsOf = sql`(
  select json_agg(json_build_object(
    'id', parcels.id, 'seller_id', seller_id, 'username', members.username, 'method', method, 'fee_kobo', fee_kobo,
    'fee_left_kobo', fee_kobo - fee_refunded_kobo,
    'carrier', carrier, 'tracking_number', tracking_number, 'shipped_at', parcels.shipped_at, 'received_at', received_at,
    'decided_at', ${parcelDecidedAt}
  ) order by parcels.id)
  from parcels left join members on members.id = seller_id where order_id = orders.id)`

/** Selects the orders that match `which`, with everything that is shown of them, newest first. */
export const selectOrders = (
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  which: RawBuilder<unknown>,
): RawBuilder<OrderRow> => sql<OrderRow>`
  select orders.id, transaction_ref, buyer_id, status, total_kobo, phone_number, billing_address, shipping_address,
    held_at, expires_at, created_at,
    ${linesOf(viewer, clock.now())} as lines, ${parcelsOf} as parcels,
    (select json_agg(json_build_object('status', order_moves.status, 'at', order_moves.created_at) order by order_moves.id)
      from order_moves where order_id = orders.id) as moves,
    ${refundsOfOrder} as refunds
  from orders where ${which} order by orders.id desc`

const timeOf = (text: string) => new Date(text).toISOString()

function shapeLine(row: LineRow, isOwn: boolean): OrderLine {
  return {
    orderLineId: row.id,
    itemId: row.item_id,
    name: row.name,
    imageUrl: row.image_url,
    thumbnailUrl: row.thumbnail_url,
    seller: row.seller_id,
    sellerUsername: row.username ?? deletedUserName,
    sellerProfileImage: row.profile_image,
    quantity: row.quantity,
    unitPrice: nairaOf(row.unit_price_kobo),
    total: nairaOf(row.total_kobo),
    state: row.state,
    note: row.note,
    reason: row.reason,
    feeWithRefund: nairaOf(row.fee_with_refund_kobo),
    disputeId: row.dispute_id,
    can: {
      refund: isOwn && row.is_overdue,
      message: isOwn && row.is_reachable,
      dispute: isOwn && row.is_disputable,
      review: isOwn && row.state === 'COMPLETED' && row.item_id !== null && !row.is_reviewed,
    },
  }
}

/** Returns the state of the line that is furthest behind. Canceled lines do not count. */
export function parcelStateOf(lines: OrderState[]): OrderState {
  const order: OrderState[] = ['PENDING', 'FAILED', 'PROCESSING', 'SHIPPED', 'COMPLETED']
  return order.find((state) => lines.includes(state)) ?? 'CANCELED'
}

function shapeParcel(row: ParcelRow, lines: LineRow[], isOwn: boolean): Parcel {
  const own = lines.filter((line) => line.parcel_id === row.id)
  const state = parcelStateOf(own.map((line) => line.state))
  return {
    sellerId: row.seller_id,
    sellerUsername: row.username ?? deletedUserName,
    method: row.method,
    fee: nairaOf(row.fee_kobo),
    feeLeft: nairaOf(row.fee_left_kobo),
    state,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    shippedDate: row.shipped_at && timeOf(row.shipped_at),
    receivedDate: row.received_at && timeOf(row.received_at),
    decidedDate: row.decided_at && timeOf(row.decided_at),
    can: { confirm: isOwn && state === 'SHIPPED' && !own.some((line) => line.is_disputed) },
  }
}

/** Returns false while a parcel that is on its way is disputed: see confirmOrder. */
function canConfirm({ status, parcels }: OrderRow, lines: LineRow[]): boolean {
  const open = (parcels ?? []).filter((parcel) => parcel.received_at === null).map(({ id }) => id)
  return status === 'SHIPPED' && !lines.some((line) => line.is_disputed && open.includes(line.parcel_id))
}

/** Only the buyer sees phone and addresses. Admins need the rest to refund a line. */
export function shapeOrder(row: OrderRow, viewer: Viewer): Order {
  const isOwn = row.buyer_id === viewer.id
  const [isPending, isHeld] = [row.status === 'PENDING', row.held_at !== null]
  const isOpen = isPending && !isHeld
  const lines = row.lines ?? []
  return {
    orderId: row.id,
    transactionRef: row.transaction_ref,
    orderStatus: row.status,
    totalAmount: nairaOf(row.total_kobo),
    phoneNumber: isOwn ? row.phone_number : null,
    shippingAddress: isOwn ? row.shipping_address : null,
    billingAddress: isOwn ? row.billing_address : null,
    orderItemList: lines.map((line) => shapeLine(line, isOwn)),
    parcels: (row.parcels ?? []).map((parcel) => shapeParcel(parcel, lines, isOwn)),
    createdDate: row.created_at.toISOString(),
    payBefore: isOpen ? row.expires_at.toISOString() : null,
    held: isHeld,
    refund: shapeRefund(row.refunds),
    extraPayments: shapeExtraPayments(row.refunds),
    history: (row.moves ?? []).map(({ status, at }) => ({ state: status, createdDate: timeOf(at) })),
    can: { pay: isOwn && isOpen, cancel: isOwn && isOpen, confirm: isOwn && canConfirm(row, lines) },
  }
}

type WhichOrder = { orderId: number } | { transactionRef: string }

const matchesOrder = (which: WhichOrder) =>
  'orderId' in which
    ? sql`orders.id = ${which.orderId}`
    : sql`orders.transaction_ref = ${which.transactionRef}`

/** Returns the current order, also of another buyer, but then without the fields and actions of the buyer. */
export async function orderOf(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  viewer: Viewer,
  which: WhichOrder,
): Promise<Order> {
  const { rows } = await selectOrders(deps, viewer, matchesOrder(which)).execute(db)
  if (!rows[0]) throw noSuchOrder()
  return shapeOrder(rows[0], viewer)
}

export async function requireOrder(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  viewer: Viewer,
  which: WhichOrder,
): Promise<Order> {
  const own = sql`${matchesOrder(which)} and orders.buyer_id = ${viewer.id}`
  const { rows } = await selectOrders(deps, viewer, own).execute(db)
  if (!rows[0]) throw noSuchOrder()
  return shapeOrder(rows[0], viewer)
}

export const noSuchOrder = () => notFound('There is no such order.')

export const alreadyPaid = () => conflict('This order has been paid already.', 'ALREADY_PAID')

export const paymentHeld = () =>
  conflict('A payment for this order is being looked at. We will let you know.', 'PAYMENT_HELD')

export const notPending = () => conflict('This order has ended.', 'NOT_PENDING')
