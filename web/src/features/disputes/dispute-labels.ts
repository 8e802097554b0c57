import type { Dispute, DisputeEntry } from '@rootsquare/contract/trade/disputes'
import { nairaText } from '@rootsquare/contract/lib/money'

/** Says who gets which part once the dispute has ended. */
export function outcomeText({
  state,
  amount,
  total,
}: Pick<DisputeEntry, 'state' | 'amount' | 'total'>): string {
  if (state === 'WITHDRAWN') return 'The buyer has withdrawn it.'
  const buyerPart = amount ?? 0
  if (buyerPart === 0) return `The seller gets ${nairaText(total)}.`
  if (buyerPart >= total) return `The buyer gets ${nairaText(total)} back.`
  return `The buyer gets ${nairaText(buyerPart)} back, the seller ${nairaText(total - buyerPart)}.`
}

/** Says that the fee is decided too, as long as some of it is left; null otherwise. */
export function feeQuestionText(feeLeft: number): string | null {
  return feeLeft === 0 ? null : `Whether the delivery fee of ${nairaText(feeLeft)} goes back is decided too.`
}

type FeeOutcome = { fee: number; feeLeft: number; amount: number | null }

/** Says what goes back of the fee by a decision that leaves `feeLeft` of it; null if nobody would ask. */
export function feeOutcomeText({ fee, feeLeft, amount }: FeeOutcome): string | null {
  if (fee > 0)
    return feeLeft === 0
      ? `The buyer also gets ${nairaText(fee)} for delivery back.`
      : `The buyer also gets ${nairaText(fee)} of the delivery fee back.`
  return feeLeft === 0 || !amount ? null : `The delivery fee of ${nairaText(feeLeft)} does not go back.`
}

export const refundLabels: Record<NonNullable<Dispute['refund']>['state'], string> = {
  PENDING: 'on its way',
  PROCESSED: 'paid back',
  FAILED: 'delayed; our admins look after it',
}
