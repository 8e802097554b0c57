import { sql } from 'kysely'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { PayoutBalance, TrialBalance } from '@rootsquare/contract/trade/payouts'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Sums = { held: number; available: number; on_the_way: number; paid: number }

/** Returns 0 everywhere for a member who has sold nothing. */
export async function getPayoutBalance(db: Db, { id }: Viewer): Promise<PayoutBalance> {
  const { rows } = await sql<Sums>`
    select held_kobo as held, available_kobo as available, on_the_way_kobo as on_the_way, (
      select coalesce(sum(amount_kobo), 0)::bigint from payouts
      where seller_account_id = seller_accounts.id and state = 'PAID') as paid
    from seller_accounts where member_id = ${id}`.execute(db)
  const { held, available, on_the_way, paid } = rows[0] ?? { held: 0, available: 0, on_the_way: 0, paid: 0 }
  return {
    held: nairaOf(held),
    available: nairaOf(available),
    onTheWay: nairaOf(on_the_way),
    paid: nairaOf(paid),
  }
}

export async function getTrialBalance(db: Db): Promise<TrialBalance> {
  const { rows } = await sql<{ account: string; kobo: number }>`
    select account, amount_kobo as kobo from trial_balance order by account`.execute(db)
  const sumKobo = rows.reduce((sum, { kobo }) => sum + kobo, 0)
  const accounts = rows.map(({ account, kobo }) => ({ account, amount: nairaOf(kobo) }))
  return { accounts, sum: nairaOf(sumKobo) }
}
