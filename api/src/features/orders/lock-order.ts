import { sql } from 'kysely'
import type { OrderState } from '@rootsquare/contract/orders'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { rejectLockedOut } from '#api/http/auth/viewer.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchOrder } from './order-rows.ts'

type LockedOrder = { id: number; status: OrderState; buyer_id: number | null; paid_at: Date | null }

/**
 * Locks buyer and sellers before the order, so that nobody of them is banned or erased meanwhile: see
 * domain/lock-member.ts. Rejects a viewer who is locked out.
 */
export async function lockOrder(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  orderId: number,
  viewer: Viewer | null = null,
): Promise<LockedOrder> {
  const people = await tx
    .selectFrom('members')
    .select(['id', 'banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'])
    .where(
      sql<boolean>`id in (
        select buyer_id from orders where id = ${orderId}
        union select seller_id from order_lines where order_id = ${orderId}
        union select ${viewer?.id ?? null}::bigint)`,
    )
    .orderBy('id')
    .forShare()
    .execute()
  const own = people.find(({ id }) => id === viewer?.id)
  if (viewer && !own) throw unauthenticated()
  if (own) rejectLockedOut(own, clock.now())
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'buyer_id', 'paid_at'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw noSuchOrder()
  return order
}
