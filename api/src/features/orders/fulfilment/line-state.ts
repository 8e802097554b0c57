import { sql } from 'kysely'
import type { OrderState } from '@rootsquare/contract/orders'

/** A line stands where its order stands, but for its own shipping and its own end. Of `orders` and `order_lines`. */
export const lineState = sql<OrderState>`(case
  when order_lines.canceled_at is not null then 'CANCELED'
  when orders.status = 'PROCESSING' and order_lines.shipped_at is not null then 'SHIPPED'
  else orders.status
end)`
