import { sql, type RawBuilder } from 'kysely'
import type { DeliveryMethod } from '@rootsquare/contract/trade/market'
import { moneyText } from '@rootsquare/contract/lib/money'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { Db } from '#api/db/db.ts'

export type LineFacts = {
  id: number
  parcelId: number
  name: string
  quantity: number
  totalKobo: number
  note: string | null
  reason: string | null
  isCanceled: boolean
  /** The refund of the line: less than its total if too little was paid, more if it includes an overpayment. */
  refundedKobo: number
  /** Whether the refund includes what was left of the parcel's delivery fee, or a part of it. */
  isFeeRefunded: boolean
  /** Null if the member is banned or erased, as with `buyerId`. */
  sellerId: number | null
}

/** The part of an order that one seller sends. */
export type ParcelFacts = {
  id: number
  method: DeliveryMethod
  feeKobo: number
  carrier: string | null
  trackingNumber: string | null
  isShipped: boolean
  isReceived: boolean
  sellerId: number | null
  /** Null if the seller is erased. */
  sellerUsername: string | null
}

export type OrderFacts = {
  id: number
  reference: string
  status: OrderState
  totalKobo: number
  wasPaid: boolean
  /** The amount that was paid, which differs from the total if an admin accepted it. In Naira only if `isNaira`. */
  paidKobo: number | null
  isNaira: boolean
  buyerId: number | null
  lines: LineFacts[]
  parcels: ParcelFacts[]
}

/** Returns the facts of an order that messages and mails use. */
export async function findOrderFacts(db: Db, orderId: number): Promise<OrderFacts | undefined> {
  const { rows } = await selectFacts(sql`${orderId}`).execute(db)
  return rows[0]
}

/** Selects the facts inside a larger statement. It sees the values from before that statement’s own changes. */
export const selectFacts = (orderId: RawBuilder<unknown>): RawBuilder<OrderFacts> =>
  sql<OrderFacts>`
    select orders.id, transaction_ref as reference, status, total_kobo as "totalKobo", paid_at is not null as "wasPaid",
      paid.paid_kobo as "paidKobo", coalesce(paid.currency, 'NGN') = 'NGN' as "isNaira",
      (select id from members where id = buyer_id and banned_at is null) as "buyerId",
      (select coalesce(json_agg(json_build_object(
          'id', order_lines.id, 'parcelId', parcel_id, 'name', name, 'quantity', quantity, 'totalKobo', total_kobo, 'note', note,
          'reason', reason, 'isCanceled', canceled_at is not null, 'sellerId', sellers.id,
          'isFeeRefunded', fee_refunded_kobo > 0,
          'refundedKobo', coalesce((
            select sum(amount_kobo) from refunds where order_line_id = order_lines.id), 0)
        ) order by order_lines.id), '[]')
        from order_lines left join members sellers on sellers.id = seller_id and sellers.banned_at is null
        where order_id = orders.id) as lines,
      (select coalesce(json_agg(json_build_object(
          'id', parcels.id, 'method', method, 'feeKobo', fee_kobo, 'carrier', carrier, 'trackingNumber', tracking_number,
          'isShipped', shipped_at is not null, 'isReceived', received_at is not null, 'sellerId', seller_id,
          'sellerUsername', sellers.username) order by parcels.id), '[]')
        from parcels left join members sellers on sellers.id = seller_id where order_id = orders.id) as parcels
    from orders left join payment_attempts paid on paid.order_id = orders.id and paid.state = 'PAID'
    where orders.id = ${orderId}`

export const sellersOf = ({ lines }: OrderFacts) => [
  ...new Set(lines.flatMap(({ sellerId }) => (sellerId === null ? [] : [sellerId]))),
]

export const linesOfSeller = ({ lines }: OrderFacts, sellerId: number) =>
  lines.filter((line) => line.sellerId === sellerId)

export const parcelOfSeller = ({ parcels }: OrderFacts, sellerId: number) =>
  parcels.find((parcel) => parcel.sellerId === sellerId)

/** Returns the lines of a parcel that are not canceled. */
export const linesOfParcel = ({ lines }: OrderFacts, parcelId: number) =>
  lines.filter((line) => line.parcelId === parcelId && !line.isCanceled)

/** Returns the paid part of the total, or null if it was not paid in Naira. */
export const paidKoboOf = ({ isNaira, paidKobo, totalKobo }: OrderFacts) =>
  isNaira ? Math.min(paidKobo ?? totalKobo, totalKobo) : null

export const moneyBack = ({ isNaira }: OrderFacts, { refundedKobo }: Pick<LineFacts, 'refundedKobo'>) =>
  isNaira ? moneyText(refundedKobo) : 'What you paid for it'

export const totalKoboOf = (lines: LineFacts[]) => lines.reduce((sum, { totalKobo }) => sum + totalKobo, 0)

const maxNames = 3

/** `2 × “Adire”, 1 × “Drum” and 4 more`. */
export function goodsText(lines: LineFacts[]): string {
  const named = lines.slice(0, maxNames).map(({ quantity, name }) => `${quantity} × “${name}”`)
  const rest = lines.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
}
