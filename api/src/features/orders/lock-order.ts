import { sql, type Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { isLockedOutLong } from '#api/domain/long-lock-out.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { rejectLockedOut, type LockOut, type Viewer } from '#api/http/auth/viewer.ts'
import { noSuchOrder } from './order-rows.ts'
import { attemptColumns, type Attempt } from './attempt-rows.ts'

export type LockedOrder = Pick<
  Selectable<Tables['orders']>,
  'id' | 'status' | 'buyer_id' | 'paid_at' | 'held_at' | 'moved_at' | 'total_kobo' | 'transaction_ref'
>

type LockedRow = LockedOrder & LockOut & { viewer_id: number | null }

/**
 * Locks buyer, sellers and viewer in the order of their ids. The statement
 * counts them, so that all are locked before the order.
 */
const lockedPeople = (orderId: number, viewer: Viewer | null) => sql`
  people as materialized (
    select id, banned_at, ban_reason, suspended_at, suspended_until, suspension_reason from members
    where id in (
      select buyer_id from orders where id = ${orderId}
      union select seller_id from order_lines where order_id = ${orderId}
      union select ${viewer?.id ?? null}::bigint)
    order by id for share
  )`

const lockedColumns = sql`
  orders.id, status, buyer_id, paid_at, held_at, moved_at, total_kobo, transaction_ref, own.id as viewer_id,
  own.banned_at, own.ban_reason, own.suspended_until, own.suspension_reason`

/**
 * Locks buyer and sellers before the order, so that none of them can be banned or erased before the commit: see
 * domain/lock-member.ts. Rejects a viewer who is locked out. Callers read lines and parcels afterwards, because after a wait
 * this statement sees the new state of the locked rows only. Foreign keys do not wait for this lock: the ledger refers to the
 * order of a refund that moves, whose row and payment are locked by then.
 */
export async function lockOrder(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  orderId: number,
  viewer: Viewer | null = null,
): Promise<LockedOrder> {
  const { rows } = await sql<LockedRow>`
    with ${lockedPeople(orderId, viewer)}
    select ${lockedColumns}
    from orders left join people own on own.id = ${viewer?.id ?? null}
    where orders.id = ${orderId} and (select count(*) from people) >= 0
    for no key update of orders`.execute(tx)
  return requireLocked(rows[0], viewer, clock.now())
}

type LockedPayment = { order: LockedOrder; attempt: Attempt; lockedSellerIds: number[] }

/** Needs `people` and `orders`. */
const lockedSellers = (now: Date) => sql`array(
  select people.id from people
  where id in (select seller_id from order_lines where order_id = orders.id) and ${isLockedOutLong(now)})`

/**
 * Locks the order and one of its payments, so that both are read in their latest state. Also returns the sellers who cannot send
 * what is paid now.
 */
export async function lockPayment(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { order_id: orderId, reference }: Pick<Attempt, 'order_id' | 'reference'>,
  viewer: Viewer | null = null,
): Promise<LockedPayment> {
  const { rows } = await sql<LockedRow & Attempt & { locked_seller_ids: number[] }>`
    with ${lockedPeople(orderId, viewer)}
    select ${lockedColumns}, ${lockedSellers(clock.now())} as locked_seller_ids,
      ${sql.join(attemptColumns.map((name) => sql.ref(`payment_attempts.${name}`)))}
    from orders join payment_attempts on payment_attempts.order_id = orders.id
      left join people own on own.id = ${viewer?.id ?? null}
    where orders.id = ${orderId} and reference = ${reference} and (select count(*) from people) >= 0
    for no key update of orders, payment_attempts`.execute(tx)
  const locked = requireLocked(rows[0], viewer, clock.now())
  return { order: locked, attempt: locked, lockedSellerIds: locked.locked_seller_ids }
}

/** Rejects an unknown order and a viewer who is locked out. */
function requireLocked<T extends LockedRow>(locked: T | undefined, viewer: Viewer | null, now: Date): T {
  if (!locked) throw noSuchOrder()
  if (viewer && locked.viewer_id === null) throw unauthenticated()
  rejectLockedOut(locked, now)
  return locked
}
