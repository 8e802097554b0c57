import { sql } from 'kysely'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'
import { providerUnavailable } from '#api/features/orders/provider-unavailable.ts'
import { checkReturnedPayouts, createPayoutAgain } from './create-payouts.ts'
import { checkTransfer, pollPayout } from './send-payouts.ts'

type Found = { reference: string; member_id: number | null; is_open: boolean }

/** `found`: payouts that failed, came back or are open. `done`: those that were polled, and the new ones. */
type Retried = { found: number; done: number }

/**
 * Pays the failed and reversed payouts of this order again, one for each seller who can be paid, and polls the open ones. Must
 * not be called in a transaction, because it calls the provider.
 */
export async function retryPayouts(deps: Deps, viewer: Viewer, orderId: number): Promise<Retried> {
  const { rows } = await sql<Found>`
    select reference, member_id, state in ('PENDING', 'SENT') as is_open from payouts
    where state <> 'PAID' and id in (select payout_id from order_lines where order_id = ${orderId})
    order by id`.execute(deps.db)
  const open = rows.filter(({ is_open }) => is_open)
  const failed = rows.filter(({ is_open }) => !is_open)
  const created: number[] = []
  // One new payout covers all money of the seller that came back.
  for (const payout of new Map(failed.map((one) => [one.member_id, one])).values()) {
    const { member_id: memberId } = payout
    if (memberId !== null) await askProvider(() => checkReturnedPayouts(deps, memberId))
    const id = await payAgain(deps, viewer, { orderId, payout })
    if (id !== null) created.push(id)
  }
  await askProvider(async () => {
    for (const { reference } of open) await checkTransfer(deps, reference)
    for (const id of created) await pollPayout(deps, id)
  })
  return { found: rows.length, done: open.length + created.length }
}

/** Returns the id of the new payout, or null if the seller cannot be paid now. */
async function payAgain(
  deps: Deps,
  viewer: Viewer,
  { orderId, payout }: { orderId: number; payout: Found },
): Promise<number | null> {
  const { member_id: memberId, reference } = payout
  return transact(deps.db, async (tx) => {
    const created = memberId === null ? null : await createPayoutAgain(deps, tx, memberId)
    if (!created) return null
    const detail = `${reference}, now ${created.reference}`
    const target = { type: 'order', id: orderId } as const
    await recordAudit(deps, tx, viewer, { action: 'RETRY_PAYOUT', memberId, detail, target })
    return created.id
  })
}

export const notPayable = () =>
  conflict(
    'This seller cannot be paid now: another payout is open or may still arrive, the bank account is missing or too new, there is too little money, or the member is locked out.',
    'NOT_PAYABLE',
  )

async function askProvider(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    throw providerUnavailable('The provider does not answer. We ask again by ourselves.')
  })
}
