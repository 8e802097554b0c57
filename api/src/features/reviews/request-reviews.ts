import { sql } from 'kysely'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { tryEach } from '#api/jobs/try-each.ts'
import { notify } from '#api/domain/notify.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { lineState } from '#api/features/orders/order-rows.ts'
import { scheduledJob } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'

const requestAfterDays = 3
/** Older orders are skipped, such as those from before there were reviews. */
const requestWithinDays = 30
const batchSize = 1000

export const requestReviews = scheduledJob({
  name: 'ask-for-reviews',
  cron: '27 * * * *',
  async run(deps) {
    const now = deps.clock.now()
    const due = await deps.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'COMPLETED')
      .where('review_asked_at', 'is', null)
      .where('moved_at', '<=', inDays(now, -requestAfterDays))
      .where('moved_at', '>', inDays(now, -requestWithinDays))
      .orderBy('moved_at')
      .limit(batchSize)
      .execute()
    const requestFromBuyer = ({ id }: { id: number }) =>
      transact(deps.db, (tx) => requestReview(deps, tx, id))
    await tryEach(due, requestFromBuyer, 'buyers could not be asked for a review.')
  },
})

async function requestReview(deps: Deps, tx: Tx, orderId: number): Promise<void> {
  const { buyer_id: memberId } = await lockOrder(deps, tx, orderId)
  // The WHERE decides: of two nodes at once, one finds no row.
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ review_asked_at: deps.clock.now() })
    .where('id', '=', orderId)
    .where('review_asked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || memberId === null) return
  const [first, ...more] = await unreviewedNames(tx, orderId)
  if (first === undefined) return
  const goods = more.length === 0 ? `was “${first}”` : `were “${first}” and ${more.length} more`
  const text = `How ${goods}? Tell others with a review`
  await notify(deps, tx, [{ memberId, kind: 'REVIEW', target: { type: 'order', id: orderId }, text }])
}

async function unreviewedNames(tx: Tx, orderId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select order_lines.name from order_lines join orders on orders.id = order_id
    where order_id = ${orderId} and item_id is not null and reviewed_at is null and ${lineState} = 'COMPLETED'
    order by order_lines.id`.execute(tx)
  return rows.map(({ name }) => name)
}
