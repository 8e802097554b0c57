import { sql } from 'kysely'
import { z } from 'zod'
import { compareInRanges, isInRange, type IdRange } from '#api/db/batches.ts'
import type { Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

type Drift = { counter: string; id: number; stored: number; found: number }

const sizes = { members: 20_000, order_lines: 20_000 }

/** Needs `order_lines` and `orders`. */
const isFinished = sql<boolean>`(canceled_at is null
  and (status = 'COMPLETED' or finished_at is not null and status in ('PROCESSING', 'SHIPPED')))`

const salesOf = (range: IdRange) => sql<Drift>`
  with found as (
    select seller_id, count(*) as n from order_lines join orders on orders.id = order_id
    where ${isInRange('seller_id', range)} and ${isFinished} group by seller_id
  ),
  stored as (select * from finished_sales where ${isInRange('seller_id', range)})
  select 'sales' as counter, seller_id as id, coalesce(stored.n, 0) as stored, coalesce(found.n, 0) as found
  from found full join stored using (seller_id) where found.n is distinct from stored.n
  order by 2`

const linesOf = (range: IdRange) => sql<Drift>`
  select counter, order_lines.id, stored::integer, found::integer
  from order_lines join orders on orders.id = order_id cross join lateral (values
    ('lines.finished', finished_at is not null, ${isFinished}, (finished_at is not null) <> ${isFinished}),
    ('lines.sold', sold_at is not null, paid_at is not null, sold_at is distinct from paid_at)
  ) as each (counter, stored, found, differs)
  where ${isInRange('order_lines.id', range)} and differs
  order by 1, 2`

/** Finds sellers whose number of finished sales, and lines whose times, differ from the orders. */
export async function recountSales(db: Db, { members, order_lines } = sizes): Promise<Drift[]> {
  return [
    ...(await compareInRanges({ db, table: 'order_lines', size: order_lines }, linesOf)),
    ...(await compareInRanges({ db, table: 'members', size: members }, salesOf)),
  ]
}

/** Logs differences but repairs nothing, as with the other counters. */
export const recountSalesNightly = job({
  name: 'recount-sales',
  payload: z.object({}).loose(),
  cron: '37 4 * * *',
  async run({ db, log }) {
    const drift = await recountSales(db)
    if (drift.length > 0)
      log.error({ count: drift.length, first: drift[0] }, 'numbers of sales differ from the orders')
  },
})
