import { sql } from 'kysely'
import type { DeliveryChoices } from '@rootsquare/contract/trade/cart'
import { moneyText } from '@rootsquare/contract/lib/money'
import { minTotalKobo, maxTotalKobo } from '@rootsquare/contract/trade/orders'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { stockText } from '#api/features/cart/cart.ts'
import { deliveryBy, type SellerDelivery } from '#api/features/cart/delivery-fees.ts'
import type { DeliveryRow } from '#api/features/market/items/item-delivery.ts'
import { isOnSale } from '#api/features/market/items/item-rows.ts'
import { priceFor } from '#api/features/market/items/price-for.ts'
import { conflict, invalid, ApiError } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inHours } from '#api/ports/clock/clock.ts'

export type LockedLine = DeliveryRow & {
  id: number
  item_id: number
  count: number
  known_name: string
  seller_id: number
  seller_username: string
  name: string
  image_url: string | null
  thumbnail_url: string | null
  /** The price for this buyer: less than today's price if the seller has accepted an offer. */
  price_kobo: number
  today_kobo: number
  stock: number
  is_on_sale: boolean
  /** Set if the buyer has recently ordered it too often without paying: see `hoardedAt`. */
  hoarded_at: Date | null
}

/**
 * Locks the buyer's cart: until the commit nobody can change a line, an item, its price or its stock. Locks items in ascending
 * order and each item before its line, as every statement does that deletes or hides items.
 */
export async function lockCart(deps: Pick<Deps, 'clock'>, tx: Tx, viewer: Viewer): Promise<LockedLine[]> {
  const { rows } = await sql<LockedLine>`
    select cart_lines.id, cart_lines.item_id, cart_lines.count, cart_lines.name as known_name, items.seller_id, items.name,
      ${hoardedAt(deps, viewer)} as hoarded_at,
      items.image_url, items.thumbnail_url, items.price_kobo as today_kobo,
      ${priceFor(deps, viewer)} as price_kobo, items.stock, ${isOnSale(deps, viewer)} as is_on_sale,
      offers_pickup, offers_delivery, fee_same_state_kobo, fee_other_state_kobo, state_code, lga_code,
      (select username from members where id = items.seller_id) as seller_username
    from cart_lines join items on items.id = cart_lines.item_id
    where cart_lines.member_id = ${viewer.id}
    order by items.id for no key update of items, cart_lines`.execute(tx)
  return rows
}

export function rejectUnbuyable(viewer: Viewer, lines: LockedLine[]): void {
  if (lines.length === 0) throw invalid('Your cart is empty.')
  const own = lines.find((line) => line.seller_id === viewer.id)
  if (own) throw invalid(`You cannot buy your own item: ${own.name}.`)
  const messages = lines.flatMap((line) => {
    if (!line.is_on_sale) return [`${line.known_name} cannot be bought any more.`]
    return line.stock < line.count ? [stockText(line)] : []
  })
  if (messages.length > 0) throw conflict(messages.join(' '), 'OUT_OF_STOCK')
}

/** Returns one parcel for each seller, in the ascending order in which parcels are locked. */
export function parcelsOf(
  lines: LockedLine[],
  choices: DeliveryChoices,
  stateCode: string,
): SellerDelivery[] {
  const bySeller = [...Map.groupBy(lines, (line) => line.seller_id)].toSorted(([one], [other]) => one - other)
  const stranger = choices.find(({ sellerId }) => !bySeller.some(([id]) => id === sellerId))
  if (stranger) throw invalid(`Nothing in your cart is from the seller ${stranger.sellerId}.`)
  return bySeller.map(([id, own]) =>
    deliveryBy({ id, username: own[0]?.seller_username ?? '' }, own, { stateCode, choices }),
  )
}

/** Returns the total, which is exact up to the highest allowed amount. Above that it may be rounded, but it stays above. */
export function totalOf(lines: LockedLine[], parcels: SellerDelivery[]): number {
  const goods = lines.reduce((sum, { price_kobo, count }) => sum + price_kobo * count, 0)
  return parcels.reduce((sum, { feeKobo }) => sum + feeKobo, goods)
}

export function rejectTotal(totalKobo: number, expectedKobo: number | undefined): void {
  if (totalKobo < minTotalKobo)
    throw invalid(
      `An order must come to at least ${moneyText(minTotalKobo)}. Yours comes to ${moneyText(totalKobo)}.`,
      'TOTAL_TOO_SMALL',
    )
  if (totalKobo > maxTotalKobo)
    throw invalid(
      `An order may come to at most ${moneyText(maxTotalKobo)}. Please buy in several orders.`,
      'TOTAL_TOO_LARGE',
    )
  if (expectedKobo === undefined || expectedKobo === totalKobo) return
  throw conflict(
    `The total has changed: it is ${moneyText(totalKobo)} now. Please look at your cart again.`,
    'PRICE_CHANGED',
  )
}

const maxUnpaidOrders = 3
const unpaidHours = 24
/** An order that was canceled sooner counts by the part of this time in which it blocked the stock. */
const hoardedMinutes = 15

const since = ({ clock }: Pick<Deps, 'clock'>) => inHours(clock.now(), -unpaidHours)

/**
 * The time at which the oldest of the last unpaid orders of an item ended that make up `maxUnpaidOrders`; null if all make up
 * less. The item can be ordered again `unpaidHours` after that. An order whose payment was refunded does not count, because
 * its buyer did pay.
 */
const hoardedAt = (deps: Pick<Deps, 'clock'>, { id }: Viewer) => sql`(
  select max(moved_at) from (
    select moved_at, sum(case status when 'FAILED' then 1
        -- The clock may have been set back while the order was open.
        else greatest(least(extract(epoch from moved_at - orders.created_at) / 60 / ${hoardedMinutes}::integer, 1), 0) end)
      over (order by moved_at desc, orders.id desc) as so_far
    from orders join order_lines on order_lines.order_id = orders.id
    where buyer_id = ${id} and paid_at is null and moved_at > ${since(deps)}::timestamptz
      and status in ('CANCELED', 'FAILED') and order_lines.item_id = cart_lines.item_id
      and not exists (select from payment_attempts where order_id = orders.id and paid_kobo > 0)) as unpaid
  where so_far >= ${maxUnpaidOrders}::integer)`

/** Rejects a buyer who orders an item again and again without paying, because that blocks it for everybody else. */
export function rejectHoarding(deps: Pick<Deps, 'clock'>, lines: LockedLine[]): void {
  const times = lines.flatMap(({ hoarded_at: at, name }) => (at === null ? [] : [{ at, name }]))
  if (times.length === 0) return
  const names = times.map(({ name }) => name).join(', ')
  const from = since(deps).getTime()
  const seconds = Math.max(...times.map(({ at }) => Math.ceil((at.getTime() - from) / 1000)))
  throw new ApiError(
    429,
    'UNPAID_TOO_OFTEN',
    `You have ordered this ${maxUnpaidOrders} times in a day without paying: ${names}. Please try again tomorrow.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
