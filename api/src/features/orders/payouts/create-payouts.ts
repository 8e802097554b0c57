import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { minPayoutKobo } from '@rootsquare/contract/lib/money'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { eachWhileProviderAnswers } from '#api/features/orders/poll-schedule.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { lockSeller } from './lock-seller.ts'
import { checkTransfer } from './send-payouts.ts'

const batchSize = 500
/** For so long a transfer that failed or was sent back may arrive after all. */
const returnedDays = 5

/**
 * Creates at most one payout a day for each seller. A failed one counts too,
 * so that a wrong account is not tried every minute.
 */
export async function createPayouts(deps: Deps): Promise<void> {
  const { rows } = await selectPayable(deps, madeToday(deps)).execute(deps.db)
  await eachWhileProviderAnswers(deps, rows, async ({ member_id }) => {
    await checkReturnedPayouts(deps, member_id)
    await transact(deps.db, (tx) => createPayout(deps, tx, member_id, madeToday(deps)))
  })
}

/**
 * Asks again about the payouts whose money is about to be paid again, because a transfer that failed or was sent back may have
 * arrived after all, also one that another attempt has followed. Calls the provider, so it must not be called in a transaction.
 */
export async function checkReturnedPayouts(deps: Deps, memberId: number): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payouts
    where member_id = ${memberId} and state in ('FAILED', 'REVERSED') and request_count > 0 and (
      changed_at > ${inDays(deps.clock.now(), -returnedDays)}
      or exists (select from order_lines where payout_id = payouts.id))`.execute(deps.db)
  for (const { reference } of rows) await checkTransfer(deps, reference)
}

/** Creates another payout for money that has come back, even on the same day. */
export const createPayoutAgain = (deps: Deps, tx: Tx, memberId: number) =>
  createPayout(deps, tx, memberId, sql`false`)

type Payable = {
  member_id: number
  seller_account_id: number
  amount_kobo: number
  recipient_code: string
  bank_name: string
  last4: string
}

const dayInLagos = ({ clock }: Deps) =>
  sql<string>`(${clock.now()}::timestamptz at time zone 'Africa/Lagos')::date`

const madeToday = (deps: Deps) => sql<boolean>`payouts.lagos_day = ${dayInLagos(deps)}`

/**
 * Selects sellers in good standing with enough money, a usable bank account, and no payout that is open, may arrive after it had
 * come back, or `isInTheWay`.
 */
const selectPayable = (
  { clock }: Deps,
  isInTheWay: RawBuilder<boolean>,
  memberId: number | null = null,
) => sql<Payable>`
  select seller_accounts.member_id, seller_accounts.id as seller_account_id, available_kobo as amount_kobo,
    recipient_code, bank_name, last4
  from seller_accounts
    join members on members.id = seller_accounts.member_id
    join payout_accounts on payout_accounts.member_id = seller_accounts.member_id
  where available_kobo >= ${minPayoutKobo} and usable_from <= ${clock.now()}
    and banned_at is null and not coalesce(suspended_until > ${clock.now()}, false)
    and not exists (
      select from payouts where payouts.seller_account_id = seller_accounts.id
        and (state in ('PENDING', 'SENT') or state in ('FAILED', 'REVERSED') and next_poll_at is not null or ${isInTheWay}))
    and (${memberId}::bigint is null or seller_accounts.member_id = ${memberId})
  order by seller_accounts.id limit ${batchSize}`

/** Creates a payout of the whole available sum, which the job sends. Returns null if the seller cannot be paid now. */
async function createPayout(
  deps: Deps,
  tx: Tx,
  memberId: number,
  isInTheWay: RawBuilder<boolean>,
): Promise<{ id: number; reference: string } | null> {
  if (!(await lockSeller(tx, memberId))) return null
  // Read again: a dispute or another worker may have been faster.
  const { rows } = await selectPayable(deps, isInTheWay, memberId).execute(tx)
  if (!rows[0]) return null
  const now = deps.clock.now()
  const payout = await tx
    .insertInto('payouts')
    .values({
      ...rows[0],
      reference: `payout-${randomBytes(16).toString('hex')}`,
      lagos_day: dayInLagos(deps),
      next_poll_at: now,
      created_at: now,
      changed_at: now,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  await markLines(tx, memberId, payout.id)
  return payout
}

/** Marks the lines that the payout pays for: those never paid out, and those whose money has come back. */
async function markLines(tx: Tx, memberId: number, payoutId: number): Promise<void> {
  await sql`
    update order_lines set payout_id = ${payoutId} where id in (
      select id from order_lines where seller_id = ${memberId} and released_at is not null and payout_id is null
      union all
      select order_lines.id from payouts join order_lines on payout_id = payouts.id
      where member_id = ${memberId} and state in ('FAILED', 'REVERSED') and released_at is not null)`.execute(
    tx,
  )
}
