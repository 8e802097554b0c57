import { sql } from 'kysely'
import type { QueryOf } from '@rootsquare/contract/lib/endpoint'
import type { listOrders as endpoint, Order } from '@rootsquare/contract/trade/orders'
import { pageOf, type Paged } from '@rootsquare/contract/lib/paged'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'

export async function listOrders(
  deps: Deps,
  viewer: Viewer,
  query: QueryOf<typeof endpoint>,
): Promise<Paged<Order>> {
  const { transactionRef, status, page, size } = query
  const which = sql`orders.buyer_id = ${viewer.id}
    and ${transactionRef === undefined ? sql`true` : sql`orders.transaction_ref = ${transactionRef}`}
    and ${status === undefined ? sql`true` : sql`orders.status = any(${status}::text[])`}`
  const counted = await sql<{ total: number }>`select count(*) as total from orders where ${which}`.execute(
    deps.db,
  )
  const ids = sql`orders.id in (
    select id from orders where ${which} order by id desc limit ${size} offset ${page * size})`
  const { rows } = await selectOrders(deps, viewer, ids).execute(deps.db)
  const content = rows.map((row) => shapeOrder(row, viewer))
  return pageOf(content, counted.rows[0]?.total ?? 0, query)
}
