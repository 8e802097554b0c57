import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { compareInRanges, isInRange, type IdRange } from '#api/db/batches.ts'
import { withLongTimeout, type Db } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'
import { ledgerDifferences } from '#api/ports/metrics/metrics.ts'

type Drift = { what: string; id: string; stored: number; found: number }

const sizes = { seller_accounts: 20_000, orders: 20_000, payouts: 20_000 }

/** Finds where the ledger differs from the sums of sellers, and from payments, parcels, refunds and payouts. In kobo. */
export async function checkLedger(db: Db, { seller_accounts, orders, payouts } = sizes): Promise<Drift[]> {
  return [
    ...(await compareInRanges({ db, table: 'seller_accounts', size: seller_accounts }, (range) =>
      differing(sellersOf(range)),
    )),
    ...(await compareInRanges({ db, table: 'orders', size: orders }, (range) =>
      differing(
        sql`${paymentsOf(range)} union all ${refundsOf(range)} union all ${feesOf(range)} union all ${clearingOf(range)}`,
      ),
    )),
    ...(await compareInRanges({ db, table: 'payouts', size: payouts }, (range) =>
      differing(payoutsOf(range)),
    )),
    ...(await withLongTimeout(db, (tx) => differing(trialBalance).execute(tx))).rows,
  ]
}

const differing = (pairs: RawBuilder<unknown>) => sql<Drift>`
  select what, id, coalesce(stored, 0)::bigint as stored, coalesce(found, 0)::bigint as found
  from (${pairs}) as pairs (what, id, stored, found)
  where coalesce(stored, 0) <> coalesce(found, 0) order by 1, 2`

/** The amounts of each ledger row add up to 0, so this finds a row that is missing in the totals or twice in them. */
const trialBalance = sql`select 'ledger', 'all', 0, (select sum(amount_kobo) from trial_balance)`

/**
 * Compares the sums of sellers with the ledger, and the held sum also with the lines that are neither canceled nor released
 * and with what is left of the fees that are not released.
 */
const sellersOf = (range: IdRange) => sql`
  with posted as (
    select seller_account_id as id, sum(held_kobo) as held, sum(available_kobo) as available, sum(on_the_way_kobo) as on_the_way
    from ledger where ${isInRange('seller_account_id', range)} group by seller_account_id
  ),
  sold as (
    select seller_account_id as id,
      sum(kobo + case when released_at is null then fee_kobo - fee_refunded_kobo else 0 end) as kobo
    from parcels cross join lateral (
      select coalesce(sum(total_kobo - refunded_kobo), 0) as kobo
      from order_lines where parcel_id = parcels.id and canceled_at is null and released_at is null
    ) lines
    where ${isInRange('seller_account_id', range)} group by seller_account_id
  )
  select what, id::text, stored, found
  from seller_accounts left join posted using (id) left join sold using (id) cross join lateral (values
    ('held', held_kobo, held), ('available', available_kobo, available), ('on the way', on_the_way_kobo, on_the_way),
    ('lines', held, kobo)
  ) as each (what, stored, found)
  where ${isInRange('seller_accounts.id', range)}`

/** Compares what went back of the fee of each parcel with its lines. */
const feesOf = (range: IdRange) => sql`
  select 'fee', parcels.id::text, parcels.fee_refunded_kobo, sum(order_lines.fee_refunded_kobo)
  from parcels join order_lines on parcel_id = parcels.id
  where ${isInRange('parcels.order_id', range)} group by parcels.id`

const paymentsOf = (range: IdRange) => sql`
  select 'payment', reference, paid_kobo, posted.kobo
  from (
    select reference, paid_kobo from payment_attempts where currency = 'NGN' and ${isInRange('order_id', range)}) paid
    full join (
      select reference, sum(clearing_kobo) as kobo from ledger where kind = 'PAYMENT' and ${isInRange('order_id', range)}
      group by reference) posted
      using (reference)`

/** Compares what is owed to the buyer of each payment with the ledger. Nothing is owed of one that the bank took back. */
const refundsOf = (range: IdRange) => sql`
  select 'refund', reference, owed.kobo, posted.kobo
  from (
    select reference, sum(refunds.amount_kobo) filter (where refunds.state <> 'PROCESSED' and reversed_at is null) as kobo
    from refunds join payment_attempts using (reference)
    where currency = 'NGN' and ${isInRange('refunds.order_id', range)} group by reference) owed
    full join (
      select reference, sum(refunds_kobo) as kobo from ledger
      where kind in ('REFUND', 'REFUND_PAID', 'REFUND_SETTLED', 'CHARGEBACK') and ${isInRange('order_id', range)} group by reference) posted
      using (reference)`

/** Finds orders whose sellers are owed more than was paid, written off or taken back. */
const clearingOf = (range: IdRange) => sql`
  select 'clearing', transaction_ref, 0, least(sum(clearing_kobo), 0)
  from ledger join orders on orders.id = order_id where ${isInRange('order_id', range)}
    and exists (select from payment_attempts where payment_attempts.order_id = orders.id and payment_attempts.state = 'PAID')
  group by transaction_ref`

/** Compares the amount of each payout that is sent or about to be sent with the ledger. */
const payoutsOf = (range: IdRange) => sql`
  select 'payout', reference, case when state in ('FAILED', 'REVERSED') then 0 else amount_kobo end, posted.kobo
  from (select * from payouts where ${isInRange('id', range)}) made
    full join (
      select payout_id as id, -sum(available_kobo) as kobo from ledger where ${isInRange('payout_id', range)}
      group by payout_id) posted
      using (id)`

/** Logs differences but repairs nothing, as with the counters. */
export const checkLedgerNightly = job({
  name: 'check-ledger',
  payload: z.looseObject({}),
  cron: '47 4 * * *',
  async run({ db, log }) {
    const drift = await checkLedger(db)
    ledgerDifferences.set(drift.length)
    if (drift.length > 0) log.error({ count: drift.length, first: drift[0] }, 'the ledger does not agree')
  },
})
