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

/** Says that the fee is not in dispute: only goods are, and their decision leaves the fee to the seller. Null without a fee. */
export function feeText(fee: number): string | null {
  if (fee === 0) return null
  return `The delivery fee of ${nairaText(fee)} is not part of it and stays with the seller.`
}

export const refundLabels: Record<NonNullable<Dispute['refund']>['state'], string> = {
  PENDING: 'on its way',
  PROCESSED: 'paid back',
  FAILED: 'delayed; our admins look after it',
}
