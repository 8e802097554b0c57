import { sql } from 'kysely'
import { z } from 'zod'
import { unhurried } from '#api/db/db.ts'
import type { Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

type Drift = { counter: string; id: number; stored: number; found: number }

const maxDifferences = 1000

/** Of sellers whose number of finished sales, and of lines whose times, differ from the orders. */
export async function recountSales(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with
    marked as (
      select order_lines.id, seller_id, sold_at, paid_at, finished_at is not null as is_stored,
        status = 'COMPLETED' and canceled_at is null as is_finished
      from order_lines join orders on orders.id = order_id
    ),
    found as (
      select seller_id, count(*) as n from marked where is_finished and seller_id is not null group by seller_id
    )
    select 'sales' as counter, seller_id as id, coalesce(finished_sales.n, 0) as stored, coalesce(found.n, 0) as found
    from found full join finished_sales using (seller_id) where found.n is distinct from finished_sales.n
    union all
    select 'lines.finished', id, is_stored::integer, is_finished::integer from marked where is_stored <> is_finished
    union all
    select 'lines.sold', id, (sold_at is not null)::integer, (paid_at is not null)::integer from marked
      where sold_at is distinct from paid_at
    order by 1, 2 limit ${maxDifferences}`.execute(db)
  return rows
}

/** Logs and repairs nothing, as with the other counters. */
export const recountSalesNightly = job({
  name: 'recount-sales',
  payload: z.object({}).loose(),
  cron: '37 4 * * *',
  async run({ db, log }) {
    const drift = await unhurried(db, recountSales)
    if (drift.length > 0)
      log.error({ count: drift.length, first: drift[0] }, 'numbers of sales differ from the orders')
  },
})
