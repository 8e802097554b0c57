import { sql } from 'kysely'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { eachWhileProviderAnswers } from '#api/features/orders/poll-schedule.ts'
import { lockSeller } from './lock-seller.ts'

/** Needs `order_lines`. An erased seller has no bank account, so the money is not released. */
const isDue = ({ clock, settings }: Deps) => sql<boolean>`(
  released_at is null and not is_disputed
  and finished_at <= ${inDays(clock.now(), -settings.payouts.delayDays)}::timestamptz
  and seller_id is not null)`

const batchSize = 500

/** Makes finished sales available to the sellers of the oldest due lines. The next run, a minute later, continues. */
export async function releaseLines(deps: Deps): Promise<void> {
  const { rows } = await sql<{ seller_id: number }>`
    select distinct seller_id from (
      select seller_id from order_lines where ${isDue(deps)} order by finished_at limit ${batchSize}) oldest`.execute(
    deps.db,
  )
  await eachWhileProviderAnswers(deps, rows, ({ seller_id }) => releaseLinesOf(deps, seller_id))
}

async function releaseLinesOf(deps: Deps, sellerId: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (!(await lockSeller(tx, sellerId))) return
    await sql`update order_lines set released_at = ${deps.clock.now()} where id in (
      select id from order_lines where ${isDue(deps)} and seller_id = ${sellerId}
      order by finished_at, id limit ${batchSize})`.execute(tx)
  })
}
