import { sql } from 'kysely'
import type { NewDisputeDecision, Dispute, DisputeRole } from '@rootsquare/contract/trade/disputes'
import { koboOf, moneyText } from '@rootsquare/contract/lib/money'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { forbidden, invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { finishOrder } from '#api/features/orders/fulfilment/line-moves.ts'
import { lockOrder } from '#api/features/orders/lock-order.ts'
import { announceOrder } from '#api/features/orders/notify/order-events.ts'
import { requestRefund } from '#api/features/orders/refunds/refunds.ts'
import { notifyDisputeDecided } from './dispute-notices.ts'
import { disputeEnded, feeWithRefund, requireDispute, type DisputeRow } from './dispute-rows.ts'
import { getDispute } from './get-dispute.ts'

/**
 * Decides a dispute once. Staff may decide it, and the seller may grant the refund.
 * The line is completed, and the stock does not change.
 */
export async function decideDispute(
  deps: Deps,
  viewer: Viewer,
  id: number,
  decision: NewDisputeDecision,
): Promise<Dispute> {
  return transact(deps.db, async (tx) => {
    const found = await requireDispute(tx, viewer, id)
    rejectUnlessAllowed(viewer, found.role, decision)
    await lockOrder(deps, tx, found.dispute.order_id, viewer)
    const { dispute, role } = await requireDispute(tx, viewer, id)
    if (dispute.state !== 'OPEN') throw disputeEnded(dispute)
    const buyerKobo = buyerPartOf(dispute, decision)
    const feeKobo = feePartOf(dispute, role, decision)
    await saveDecision(deps, tx, viewer, { id, role, buyerKobo, decision })
    await moveMoney(deps, tx, dispute, { buyerKobo, feeKobo })
    if (role === 'staff') await recordAudit(deps, tx, viewer, auditEntryOf(dispute, decision, feeKobo))
    await notifyDisputeDecided(deps, tx, id)
    return getDispute(deps, tx, viewer, id)
  })
}

function rejectUnlessAllowed(
  viewer: Viewer,
  role: DisputeRole,
  { decision, reason }: NewDisputeDecision,
): void {
  const isGrant = role === 'seller' && decision === 'REFUND_BUYER'
  if (role !== 'staff' && !isGrant)
    throw isStaff(viewer.role) ? forbidden('You cannot decide your own dispute.', 'OWN_DISPUTE') : forbidden()
  if (role === 'staff' && !reason) throw invalid({ reason: 'Required.' })
}

function buyerPartOf({ total_kobo }: DisputeRow, { decision, amount }: NewDisputeDecision): number {
  if (decision === 'PAY_SELLER') return 0
  if (decision === 'REFUND_BUYER') return total_kobo
  const kobo = koboOf(amount ?? 0)
  if (kobo >= total_kobo) throw invalid({ amount: 'Must be below the total.' })
  return kobo
}

function feePartOf(dispute: DisputeRow, role: DisputeRole, { decision, fee }: NewDisputeDecision): number {
  const usual = decision === 'REFUND_BUYER' ? feeWithRefund(dispute) : 0
  const kobo = fee == null ? usual : koboOf(fee)
  if (kobo > dispute.fee_left_kobo)
    throw invalid({ fee: `Must be at most ${moneyText(dispute.fee_left_kobo)}.` })
  // Otherwise a seller could grant the refund to keep the fee of a parcel that never came.
  if (role === 'seller' && kobo < usual) throw invalid({ fee: `Must be at least ${moneyText(usual)}.` })
  return kobo
}

type Decided = { id: number; role: DisputeRole; buyerKobo: number; decision: NewDisputeDecision }

async function saveDecision(
  { clock }: Deps,
  tx: Tx,
  viewer: Viewer,
  { id, role, buyerKobo, decision }: Decided,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({
      state: 'DECIDED',
      decision: decision.decision,
      buyer_kobo: buyerKobo,
      decided_by: viewer.id,
      decided_as: role === 'seller' ? 'seller' : 'staff',
      decision_reason: decision.reason || null,
      decided_at: clock.now(),
    })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .execute()
}

/**
 * Moves the buyer's part and the part of the fee, which triggers post to the ledger. What was already paid out is withheld
 * from the seller's next money.
 */
async function moveMoney(
  deps: Deps,
  tx: Tx,
  dispute: DisputeRow,
  { buyerKobo, feeKobo }: { buyerKobo: number; feeKobo: number },
): Promise<void> {
  const { order_id: orderId, order_line_id: lineId } = dispute
  const now = deps.clock.now()
  const amountKobo = buyerKobo + feeKobo
  await sql`
    update order_lines set is_disputed = false, finished_at = coalesce(finished_at, ${now}), refunded_kobo = ${buyerKobo},
      fee_refunded_kobo = ${feeKobo}, refunded_at = ${amountKobo > 0 ? now : null}
    where id = ${lineId}`.execute(tx)
  if (amountKobo > 0) await requestRefund(deps, tx, { orderId, lineId })
  await announceOrder(deps, tx, orderId, lineId)
  await finishOrder(deps, tx, orderId)
}

const auditEntryOf = (
  { id, seller_id, fee_left_kobo }: DisputeRow,
  { decision, reason }: NewDisputeDecision,
  feeKobo: number,
) => ({
  action: 'DECIDE_DISPUTE' as const,
  memberId: seller_id,
  reason: reason ?? null,
  detail: fee_left_kobo === 0 ? decision : `${decision}, delivery fee ${moneyText(feeKobo)}`,
  target: { type: 'dispute' as const, id },
})
