import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isLockedOutLong } from '#api/domain/long-lock-out.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { enqueue, job, scheduledJob } from '#api/jobs/job.ts'
import { tryEach } from '#api/jobs/try-each.ts'
import { cancelLines } from './line-moves.ts'

/** Paid and neither shipped nor canceled. Needs `orders` and `order_lines`. */
const isToShip = (sellerId: number | RawBuilder<unknown>) => sql<boolean>`(
  seller_id = ${sellerId} and status = 'PROCESSING' and finished_at is null
  and order_lines.shipped_at is null and canceled_at is null)`

/**
 * Refunds everything that a seller has sold and not shipped, if the seller is banned or suspended for long. Queued with the ban or
 * suspension, and with a payment that comes later. What was shipped goes on.
 */
export const refundLockedSeller = job({
  name: 'refund-locked-seller',
  payload: z.object({ memberId: z.int() }),
  async run(deps, { memberId }) {
    const { rows } = await sql<{ order_id: number }>`
      select distinct order_id from order_lines join orders on orders.id = order_id
      where ${isToShip(memberId)} order by order_id`.execute(deps.db)
    const refund = ({ order_id }: { order_id: number }) => refundOrder(deps, order_id, memberId)
    await tryEach(rows, refund, 'orders of a locked seller could not be refunded.')
  },
})

/** Finds what no job was queued for, such as sales of members who were banned in another way than by a call. */
export const refundLockedSellersNightly = scheduledJob({
  name: 'refund-locked-sellers',
  cron: '47 2 * * *',
  async run({ db, clock }) {
    const { rows } = await sql<{ id: number }>`
      select members.id from members where ${isLockedOutLong(clock.now())} and exists (
        select from order_lines join orders on orders.id = order_id where ${isToShip(sql`members.id`)})`.execute(
      db,
    )
    for (const { id } of rows) await enqueue(db, refundLockedSeller, { memberId: id })
  },
})

/** The suspension may have been lifted, or the line shipped or refunded, while the job waited. */
async function refundOrder(deps: Deps, orderId: number, sellerId: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockOrder(deps, tx, orderId)
    const { rows } = await sql<{ id: number }>`
      select order_lines.id from order_lines join orders on orders.id = order_id
      where order_id = ${orderId} and ${isToShip(sellerId)}
        and exists (select from members where id = ${sellerId} and ${isLockedOutLong(deps.clock.now())})
      order by order_lines.id`.execute(tx)
    const lineIds = rows.map(({ id }) => id)
    if (lineIds.length > 0)
      await cancelLines(deps, tx, { orderId, lineIds }, { reason: lockedReason, by: 'lock' })
  })
}

/** Both sides read it. */
const lockedReason = 'The account of the seller is locked.'
