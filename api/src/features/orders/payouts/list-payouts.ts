import { sql } from 'kysely'
import { cursorListOf, type CursorQuery } from '@rootsquare/contract/lib/cursor-list'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type {
  listPayoutProblems as problemsEndpoint,
  listPayouts as endpoint,
  Payout,
  PayoutProblem,
  PayoutState,
} from '@rootsquare/contract/trade/payouts'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { balanceTooLow, notSent } from './payout-states.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inDays } from '#api/ports/clock/clock.ts'

type PayoutRow = {
  id: number
  amount_kobo: number
  fee_kobo: number
  state: PayoutState
  reference: string
  bank_name: string | null
  last4: string | null
  created_at: Date
}

export async function listPayouts(
  db: Db,
  { id }: Viewer,
  { cursor = Number.MAX_SAFE_INTEGER, size }: CursorQuery,
): Promise<ReplyOf<typeof endpoint>> {
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'amount_kobo', 'fee_kobo', 'state', 'reference', 'bank_name', 'last4', 'created_at'])
    .where('member_id', '=', id)
    .where('id', '<', cursor)
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  return cursorListOf(rows.map(shapePayout), size, (payout) => payout.id)
}

const shapePayout = (row: PayoutRow): Payout => ({
  id: row.id,
  amount: nairaOf(row.amount_kobo),
  fee: nairaOf(row.fee_kobo),
  state: row.state,
  reference: row.reference,
  bankName: row.bank_name,
  last4: row.last4,
  createdDate: row.created_at.toISOString(),
})

type ProblemRow = PayoutRow & { member_id: number | null; username: string | null; why: string | null }

/**
 * Lists payouts with problems, newest first. One that came back is no longer a problem when the seller has a later one, and one
 * about which the provider has contradicted itself when it is not polled any more.
 */
export async function listPayoutProblems(
  { db, clock }: Deps,
  { cursor = Number.MAX_SAFE_INTEGER, size }: CursorQuery,
): Promise<ReplyOf<typeof problemsEndpoint>> {
  const { rows } = await sql<ProblemRow>`
    select payouts.*, username from payouts left join members on members.id = member_id
    where (
      state in ('PENDING', 'SENT') and (provider_status = ${balanceTooLow} or why is not null
        or payouts.created_at <= ${inDays(clock.now(), -1)})
      or state in ('FAILED', 'REVERSED') and provider_status is distinct from ${notSent} and not exists (
        select from payouts later where later.seller_account_id = payouts.seller_account_id and later.id > payouts.id)
      -- The provider has contradicted itself about it.
      or why is not null and next_poll_at is not null
    ) and payouts.id < ${cursor}
    order by payouts.id desc limit ${size + 1}`.execute(db)
  return cursorListOf(rows.map(shapeProblem), size, (problem) => problem.id)
}

function shapeProblem({ member_id, username, why, ...row }: ProblemRow): PayoutProblem {
  const { id, amount, state, reference, createdDate } = shapePayout(row)
  const seller = { sellerId: member_id, sellerUsername: username ?? deletedUserName }
  return { id, amount, state, reference, createdDate, ...seller, why }
}
