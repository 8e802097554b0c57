import { sql } from 'kysely'
import { mostCartLines } from '@rootsquare/contract/cart'
import type { CartLine } from '@rootsquare/contract/cart'
import { transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { isOnSale, noSuchItem } from '#api/features/market/items/item-rows.ts'
import { conflict, invalid, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { cartLines, shapeLine } from './cart-lines.ts'

export async function getCart(deps: Deps, viewer: Viewer): Promise<CartLine[]> {
  const rows = await cartLines(deps, deps.db, viewer).execute()
  return rows.map(shapeLine)
}

type NewLine = { itemId: number; count: number }

export async function addToCart(deps: Deps, viewer: Viewer, { itemId, count }: NewLine): Promise<CartLine> {
  return transact(deps.db, async (tx) => {
    // Calls of one buyer run one by one, because the lines are counted and two tabs must end in one line.
    await lockActiveMember(deps, tx, viewer)
    const item = await lockItem(deps, tx, viewer, itemId)
    if (item.seller_id === viewer.id) throw invalid({ itemId: 'You cannot buy your own item.' })
    if (item.stock < count) throw conflict(shortOf(item), 'OUT_OF_STOCK')
    const line = {
      member_id: viewer.id,
      item_id: itemId,
      name: item.name,
      price_kobo: item.price_kobo,
      count,
    }
    await rejectFull(tx, line)
    await tx
      .insertInto('cart_lines')
      .values({ ...line, created_at: deps.clock.now() })
      .onConflict((on) =>
        on.columns(['member_id', 'item_id']).doUpdateSet({
          name: line.name,
          count,
          // A repeated call must not hide that the price has changed.
          price_kobo: sql`case cart_lines.count when ${count} then cart_lines.price_kobo else ${line.price_kobo} end`,
        }),
      )
      .execute()
    const written = cartLines(deps, tx, viewer).where('cart_lines.item_id', '=', itemId)
    return shapeLine(await written.executeTakeFirstOrThrow())
  })
}

export async function removeFromCart(db: Db, viewer: Viewer, lineId: number): Promise<null> {
  const { numDeletedRows } = await db
    .deleteFrom('cart_lines')
    .where('id', '=', lineId)
    .where('member_id', '=', viewer.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('This is not in your cart any more.')
  return null
}

/** A ban or a deletion that came first has been waited for, and one that comes later finds the line and takes it out. */
async function lockItem(deps: Deps, tx: Tx, viewer: Viewer, itemId: number) {
  const item = await tx
    .selectFrom('items')
    .select(['items.seller_id', 'items.name', 'items.price_kobo', 'items.stock'])
    .where('items.id', '=', itemId)
    .where('items.deleted_at', 'is', null)
    .where((row) => row.or([isOnSale(deps, viewer), row('items.seller_id', '=', viewer.id)]))
    .forShare('items')
    .executeTakeFirst()
  if (!item) throw noSuchItem()
  return item
}

export function shortOf({ name, stock }: { name: string; stock: number }): string {
  if (stock <= 0) return `${name} is out of stock.`
  return stock === 1 ? `There is only 1 left of ${name}.` : `There are only ${stock} left of ${name}.`
}

async function rejectFull(tx: Tx, line: { member_id: number; item_id: number }): Promise<void> {
  const { others } = await tx
    .selectFrom('cart_lines')
    .select((row) => row.fn.countAll<number>().as('others'))
    .where('member_id', '=', line.member_id)
    .where('item_id', '<>', line.item_id)
    .executeTakeFirstOrThrow()
  if (others < mostCartLines) return
  throw conflict(`Your cart holds ${mostCartLines} items, and has no room for more.`, 'CART_FULL')
}
