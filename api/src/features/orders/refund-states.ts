import type { Selectable } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Deps } from '#api/deps.ts'
import { nextLook } from './looks.ts'
import { tellRefundFailed } from './order-staff-words.ts'

export type RefundState = Selectable<Tables['refunds']>['state']
type Told = Exclude<RefundState, 'ASKED'>
type Teller = Pick<Deps, 'clock' | 'bus'>

/** The provider's word for how far a refund is. */
export function refundStateOf(status: string): Told {
  if (status === 'processed') return 'PROCESSED'
  if (status === 'failed') return 'FAILED'
  return status === 'needs-attention' ? 'NEEDS_ATTENTION' : 'PENDING'
}

/** Events come in any order: what is further stays. A failed one may still be mended at the provider. */
const before: Record<Told, RefundState[]> = {
  PENDING: ['ASKED'],
  NEEDS_ATTENTION: ['ASKED', 'PENDING'],
  FAILED: ['ASKED', 'PENDING', 'NEEDS_ATTENTION'],
  PROCESSED: ['ASKED', 'PENDING', 'NEEDS_ATTENTION', 'FAILED'],
}

const isTrouble = (state: Told) => state === 'FAILED' || state === 'NEEDS_ATTENTION'
const isFinal = (state: Told) => state === 'FAILED' || state === 'PROCESSED'

/** The WHERE is the lock, and whoever moves it to trouble tells of it: once. */
export async function moveRefund(deps: Teller, tx: Tx, id: number, state: Told): Promise<void> {
  const now = deps.clock.now()
  const moved = await tx
    .updateTable('refunds')
    .set({ state, changed_at: now, next_look_at: isFinal(state) ? null : nextLook(now, now) })
    .where('id', '=', id)
    .where('state', 'in', before[state])
    .returning('reference')
    .executeTakeFirst()
  if (moved && isTrouble(state)) await tellRefundFailed(deps, tx, moved.reference)
}

type Event = { reference: string; amountKobo: number; status: string }

/** False: we know of no such refund, or not yet. */
export async function moveRefundTold(deps: Teller, tx: Tx, event: Event): Promise<boolean> {
  const state = refundStateOf(event.status)
  const known = await tx
    .selectFrom('refunds')
    .select(['id', 'state'])
    .where('reference', '=', event.reference)
    .where('amount_kobo', '=', event.amountKobo)
    .orderBy('id')
    .execute()
  const next = known.find((refund) => before[state].includes(refund.state))
  if (next) await moveRefund(deps, tx, next.id, state)
  return known.length > 0
}
