import { sql } from 'kysely'
import type { Tx } from '#api/db/db.ts'

/** Locks the items in ascending order, so that two orders of the same items never deadlock. */
async function lockItemsOf(tx: Tx, orderId: number): Promise<void> {
  await sql`select 1 from items
    where id in (select item_id from order_lines where order_id = ${orderId})
    order by id for no key update`.execute(tx)
}

/** Returns the units of a line, or of the whole order, to the stock. `holds_stock` ensures that this happens once. */
export async function returnStock(tx: Tx, orderId: number, lineId: number | null = null): Promise<void> {
  await lockItemsOf(tx, orderId)
  await sql`
    with freed as (
      update order_lines set holds_stock = false
      where order_id = ${orderId} and (${lineId}::bigint is null or id = ${lineId}) and holds_stock
      returning item_id, quantity
    )
    update items set stock = stock + units.quantity
    from (select item_id, sum(quantity)::integer as quantity from freed group by item_id) units
    where items.id = units.item_id`.execute(tx)
}

/** Takes the stock of an order that has returned it, all of it or nothing. Returns whether it could. */
export async function retakeStock(tx: Tx, orderId: number): Promise<boolean> {
  await lockItemsOf(tx, orderId)
  const { rows } = await sql<{ is_there: boolean }>`
    select coalesce(bool_and(
      items.id is not null and items.deleted_at is null and not items.is_hidden and items.stock >= order_lines.quantity
    ), false) as is_there
    from order_lines left join items on items.id = item_id where order_id = ${orderId}`.execute(tx)
  if (!rows[0]?.is_there) return false
  await sql`
    with taken as (
      update order_lines set holds_stock = true
      where order_id = ${orderId} and not holds_stock returning item_id, quantity
    )
    update items set stock = stock - taken.quantity from taken where items.id = taken.item_id`.execute(tx)
  return true
}
