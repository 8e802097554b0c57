import { sql } from 'kysely'
import { nairaOf, nairaText } from '@rootsquare/contract/money'
import { leastTotalKobo, mostTotalKobo } from '@rootsquare/contract/orders'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { shortOf } from '#api/features/cart/cart.ts'
import { isOnSale } from '#api/features/market/items/item-rows.ts'
import { conflict, invalid, ApiError } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inHours } from '#api/ports/clock/clock.ts'

export type LockedLine = {
  id: number
  item_id: number
  count: number
  known_name: string
  seller_id: number
  name: string
  image_url: string | null
  thumbnail_url: string | null
  price_kobo: number
  stock: number
  is_on_sale: boolean
}

/**
 * Locks the buyer's cart: until the commit nobody changes a line, an item, its price or its stock. Ids in ascending order,
 * each item before its line, as in every statement that deletes or hides items.
 */
export async function lockCart(deps: Pick<Deps, 'clock'>, tx: Tx, viewer: Viewer): Promise<LockedLine[]> {
  const { rows } = await sql<LockedLine>`
    select cart_lines.id, cart_lines.item_id, cart_lines.count, cart_lines.name as known_name, items.seller_id, items.name,
      items.image_url, items.thumbnail_url, items.price_kobo, items.stock, ${isOnSale(deps, viewer)} as is_on_sale
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
    return line.stock < line.count ? [shortOf(line)] : []
  })
  if (messages.length > 0) throw conflict(messages.join(' '), 'OUT_OF_STOCK')
}

/** Exact up to the most that may be paid; what is more than that may be rounded, and stays more. */
export function totalOf(lines: LockedLine[]): number {
  return lines.reduce((sum, { price_kobo, count }) => sum + price_kobo * count, 0)
}

const written = (kobo: number) => nairaText(nairaOf(kobo))

export function rejectTotal(totalKobo: number, expectedKobo: number | undefined): void {
  if (totalKobo < leastTotalKobo)
    throw invalid(
      `An order must come to at least ${written(leastTotalKobo)}. Yours comes to ${written(totalKobo)}.`,
      'TOTAL_TOO_SMALL',
    )
  if (totalKobo > mostTotalKobo)
    throw invalid(
      `An order may come to at most ${written(mostTotalKobo)}. Please buy in several orders.`,
      'TOTAL_TOO_LARGE',
    )
  if (expectedKobo === undefined || expectedKobo === totalKobo) return
  throw conflict(
    `The total has changed: it is ${written(totalKobo)} now. Please look at your cart again.`,
    'PRICE_CHANGED',
  )
}

const mostUnpaid = 3
const unpaidHours = 24
/** An order canceled within this time has not blocked the stock for long. */
const hoardedMinutes = 15

const since = ({ clock }: Pick<Deps, 'clock'>) => inHours(clock.now(), -unpaidHours)

type RepeatedlyUnpaidItem = { item_id: number; name: string; at: Date }

/** Of what is in the cart, whatever its buyer has ordered so often, and when that many were not yet so many. */
export async function findHoarded(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id }: Viewer,
): Promise<RepeatedlyUnpaidItem[]> {
  const { rows } = await sql<RepeatedlyUnpaidItem>`
    select in_cart.item_id, items.name, unpaid.at from cart_lines in_cart
    join items on items.id = in_cart.item_id
    cross join lateral (
      select orders.moved_at as at from orders join order_lines on order_lines.order_id = orders.id
      where buyer_id = ${id} and paid_at is null and moved_at > ${since(deps)}::timestamptz
        and (status = 'FAILED'
          or status = 'CANCELED' and moved_at > created_at + make_interval(mins => ${hoardedMinutes}))
        and order_lines.item_id = in_cart.item_id
      order by orders.moved_at desc offset ${mostUnpaid - 1} limit 1
    ) unpaid
    where in_cart.member_id = ${id}`.execute(tx)
  return rows
}

/** A buyer who orders an item again and again without paying blocks it for everybody else. */
export function rejectHoarding(
  deps: Pick<Deps, 'clock'>,
  lines: LockedLine[],
  hoarded: RepeatedlyUnpaidItem[],
): void {
  const found = hoarded.filter((one) => lines.some((line) => line.item_id === one.item_id))
  if (found.length === 0) return
  const names = found.map(({ name }) => name).join(', ')
  const from = since(deps).getTime()
  const seconds = Math.max(...found.map(({ at }) => Math.ceil((at.getTime() - from) / 1000)))
  throw new ApiError(
    429,
    'UNPAID_TOO_OFTEN',
    `You have ordered this ${mostUnpaid} times in a day without paying: ${names}. Please try again tomorrow.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
