import { sql, type RawBuilder } from 'kysely'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import type { QueryOf } from '@rootsquare/contract/lib/endpoint'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type {
  listSellerOrders as endpoint,
  OrderState,
  SellerOrder,
  SellerParcel,
} from '@rootsquare/contract/trade/orders'
import { pageOf, type Paged } from '@rootsquare/contract/lib/paged'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { canShowItems } from '#api/domain/visibility.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import {
  feeWithRefund,
  lineState,
  noSuchOrder,
  parcelDecidedAt,
  parcelStateOf,
} from '#api/features/orders/order-rows.ts'

type SoldRow = {
  id: number
  transaction_ref: string
  item_id: number | null
  name: string
  image_url: string | null
  thumbnail_url: string | null
  quantity: number
  unit_price_kobo: number
  total_kobo: number
  state: OrderState
  phone_number: string | null
  billing_address: OrderAddress | null
  shipping_address: OrderAddress | null
  buyer_id: number | null
  buyer_name: string | null
  username: string | null
  profile_image: string | null
  note: string | null
  reason: string | null
  created_at: Date
  paid_at: Date | null
  fee_with_refund_kobo: number
  fee_refunded_kobo: number
  fee_left_kobo: number
  dispute_id: number | null
  buyer_kobo: number | null
  is_reachable: boolean
  parcel_id: number
  method: DeliveryMethod
  fee_kobo: number
  carrier: string | null
  tracking_number: string | null
  shipped_at: Date | null
  received_at: Date | null
  decided_at: Date | null
  /** The states of all lines of the parcel. */
  parcel_states: OrderState[]
}

/** Selects the sold lines that match `which`, newest first. */
const selectSold = (
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  which: RawBuilder<unknown>,
): RawBuilder<SoldRow> => sql<SoldRow>`
  select order_lines.id, transaction_ref, item_id, name, image_url, thumbnail_url, quantity, unit_price_kobo, order_lines.total_kobo,
    ${lineState} as state, orders.phone_number, billing_address, shipping_address, buyer_id,
    members.firstname || ' ' || members.lastname as buyer_name, members.username, members.profile_image,
    note, reason, orders.created_at, paid_at, coalesce(${canShowItems(viewer, clock.now())}, false) as is_reachable,
    dispute_id, buyer_kobo, ${feeWithRefund} as fee_with_refund_kobo, order_lines.fee_refunded_kobo,
    fee_kobo - parcels.fee_refunded_kobo as fee_left_kobo,
    parcel_id, method, fee_kobo, carrier, tracking_number, parcels.shipped_at, received_at,
    ${parcelDecidedAt} as decided_at,
    (select json_agg(${lineState}) from order_lines where parcel_id = parcels.id) as parcel_states
  from order_lines join orders on orders.id = order_id join parcels on parcels.id = parcel_id left join members on members.id = buyer_id
    left join lateral (
      select id as dispute_id, buyer_kobo from disputes where order_line_id = order_lines.id) dispute on true
  where ${which} order by order_lines.id desc`

function shapeSold(row: SoldRow): SellerOrder {
  // A seller who has nothing to send no longer needs the address.
  const isShown = row.paid_at !== null && row.state !== 'CANCELED'
  const isToShip = row.state === 'PROCESSING'
  return {
    orderId: row.id,
    transactionRef: row.transaction_ref,
    itemId: row.item_id,
    name: row.name,
    itemImageUrl: row.image_url,
    thumbnailUrl: row.thumbnail_url,
    quantity: row.quantity,
    unitPrice: nairaOf(row.unit_price_kobo),
    total: nairaOf(row.total_kobo),
    state: row.state,
    phoneNumber: isShown ? row.phone_number : null,
    shippingAddress: isShown ? row.shipping_address : null,
    billingAddress: isShown ? row.billing_address : null,
    buyer: row.buyer_id,
    buyerName: row.buyer_name ?? deletedUserName,
    username: row.username ?? deletedUserName,
    profileImageUrl: row.profile_image,
    note: row.note,
    reason: row.reason,
    createdDate: row.created_at.toISOString(),
    paidDate: row.paid_at?.toISOString() ?? null,
    feeWithRefund: nairaOf(row.fee_with_refund_kobo),
    feeRefunded: nairaOf(row.fee_refunded_kobo),
    disputeId: row.dispute_id,
    refunded: row.buyer_kobo === null ? null : nairaOf(row.buyer_kobo),
    parcel: shapeParcel(row),
    can: { ship: isToShip, decline: isToShip, message: row.is_reachable },
  }
}

function shapeParcel(row: SoldRow): SellerParcel {
  const states = row.parcel_states
  return {
    id: row.parcel_id,
    method: row.method,
    fee: nairaOf(row.fee_kobo),
    feeLeft: nairaOf(row.fee_left_kobo),
    state: parcelStateOf(states),
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    shippedDate: row.shipped_at?.toISOString() ?? null,
    receivedDate: row.received_at?.toISOString() ?? null,
    decidedDate: row.decided_at?.toISOString() ?? null,
    lines: states.filter((state) => state !== 'CANCELED').length,
    waiting: states.filter((state) => state === 'PROCESSING').length,
  }
}

export async function soldLineOf(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  viewer: Viewer,
  lineId: number,
): Promise<SellerOrder> {
  const which = sql`order_lines.id = ${lineId} and order_lines.seller_id = ${viewer.id}`
  const { rows } = await selectSold(deps, viewer, which).execute(db)
  if (!rows[0]) throw noSuchOrder()
  return shapeSold(rows[0])
}

export async function listSellerOrders(
  deps: Deps,
  viewer: Viewer,
  query: QueryOf<typeof endpoint>,
): Promise<Paged<SellerOrder>> {
  const { page, size } = query
  const counted = await sql<{ total: number }>`select ${totalOf(viewer, query)} as total`.execute(deps.db)
  const sold = await sql<SoldRow>`${selectSold(deps, viewer, conditionsOf(viewer, query))}
    limit ${size} offset ${page * size}`.execute(deps.db)
  return pageOf(sold.rows.map(shapeSold), counted.rows[0]?.total ?? 0, query)
}

type SellerOrdersQuery = QueryOf<typeof endpoint>

const isFinishedIn = ({ status }: SellerOrdersQuery) => status === undefined || status.includes('COMPLETED')

function conditionsOf(viewer: Viewer, query: SellerOrdersQuery): RawBuilder<unknown> {
  const { buyerId, orderId, parcelId, status } = query
  return sql`order_lines.seller_id = ${viewer.id}
    and ${isFinishedIn(query) ? sql`true` : sql`order_lines.finished_at is null`}
    and ${orderId === undefined ? sql`true` : sql`order_lines.id = ${orderId}`}
    and ${parcelId === undefined ? sql`true` : sql`order_lines.parcel_id = ${parcelId}`}
    and ${buyerId === undefined ? sql`true` : sql`orders.buyer_id = ${buyerId}`}
    and ${status === undefined ? sql`true` : sql`${lineState} = any(${status}::text[])`}`
}

/** Finished sales have a stored counter, so only the others are counted. */
function totalOf(viewer: Viewer, query: SellerOrdersQuery): RawBuilder<number> {
  const lines = sql`order_lines join orders on orders.id = order_id where ${conditionsOf(viewer, query)}`
  if ([query.buyerId, query.orderId, query.parcelId].some((id) => id !== undefined))
    return sql`(select count(*) from ${lines})`
  const finished = sql`(select n from finished_sales where seller_id = ${viewer.id})`
  return sql`coalesce(${isFinishedIn(query) ? finished : sql`null`}, 0)
    + (select count(*) from ${lines} and order_lines.finished_at is null)`
}
