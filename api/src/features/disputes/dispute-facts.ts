import { sql } from 'kysely'
import { moneyText } from '@rootsquare/contract/lib/money'
import type { Db } from '#api/db/db.ts'
import { selectDisputes, type DisputeRow } from './dispute-rows.ts'

/** Returns the facts of a dispute that messages and mails use. The buyer or seller is null if banned or erased. */
export async function findDisputeFacts(db: Db, id: number): Promise<DisputeRow | undefined> {
  const { rows } = await selectDisputes(sql`disputes.id = ${id}`).execute(db)
  const [dispute] = rows
  if (!dispute) return undefined
  const sides = [dispute.buyer_id ?? 0, dispute.seller_id ?? 0]
  const active = db.selectFrom('members').select('id').where('id', 'in', sides).where('banned_at', 'is', null)
  const readers = (await active.execute()).map((member) => member.id)
  const onlyReader = (memberId: number | null) =>
    memberId !== null && readers.includes(memberId) ? memberId : null
  return { ...dispute, buyer_id: onlyReader(dispute.buyer_id), seller_id: onlyReader(dispute.seller_id) }
}

export const goodsOf = ({ quantity, name }: DisputeRow) => `${quantity} × “${name}”`

/** Describes the decision for either side. */
export const outcomeOf = (dispute: DisputeRow) =>
  [priceText(dispute), ...feeText(dispute), ...lackText(dispute)].join(' ')

function priceText({ decision, buyer_kobo, total_kobo, decided_as, fee_kobo, fee_left_kobo }: DisputeRow) {
  const buyerPart = moneyText(buyer_kobo ?? 0)
  const sellerPart = moneyText(total_kobo - (buyer_kobo ?? 0))
  if (decided_as === 'seller') return `The seller gives the money back: ${buyerPart} goes to the buyer.`
  if (decision === 'REFUND_BUYER')
    return `The ${fee_left_kobo === 0 ? 'whole amount' : 'price'} of ${buyerPart} goes back to the buyer.`
  if (decision === 'PAY_SELLER')
    return `The ${fee_kobo === 0 ? 'whole amount' : 'price'} of ${sellerPart} goes to the seller.`
  return `${buyerPart} goes back to the buyer, and ${sellerPart} goes to the seller.`
}

/** Says what happens with the fee, if the buyer gets something and there is one. */
function feeText({ buyer_kobo, fee_kobo, fee_left_kobo, parcel_fee_kobo }: DisputeRow): string[] {
  if (fee_kobo === 0)
    return buyer_kobo && fee_left_kobo > 0
      ? [`The delivery fee of ${moneyText(fee_left_kobo)} does not go back.`]
      : []
  if (fee_kobo === parcel_fee_kobo) return [`The delivery fee of ${moneyText(fee_kobo)} goes back too.`]
  return [`${moneyText(fee_kobo)} of the delivery fee goes back too.`]
}

type Returned = Pick<DisputeRow, 'buyer_kobo' | 'fee_kobo' | 'refund_kobo'>

/** Whether something goes back to the buyer. Of a payment in another currency only the decision is known. */
export const hasRefund = ({ buyer_kobo, fee_kobo, refund_kobo }: Returned) =>
  (refund_kobo ?? (buyer_kobo ?? 0) + fee_kobo) > 0

/** Promises nobody money that does not come: too little was paid, or the bank has taken the payment back. */
function lackText({ buyer_kobo, fee_kobo, refund_kobo }: DisputeRow): string[] {
  if (refund_kobo === null || refund_kobo >= (buyer_kobo ?? 0) + fee_kobo) return []
  return refund_kobo === 0
    ? ['Nothing is left of the payment that could go back.']
    : [`Only ${moneyText(refund_kobo)} is left of the payment, and goes back.`]
}

/**
 * Returns the reason for messages and mails, but only of staff. Those of sellers are only on the page, because messages remain
 * when their author is erased.
 */
export const staffReasonOf = ({ decided_as, decision_reason }: DisputeRow) =>
  decided_as === 'staff' && decision_reason ? [`The reason: ${decision_reason}`] : []
