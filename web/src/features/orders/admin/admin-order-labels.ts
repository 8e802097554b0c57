import type {
  AdminPayment,
  AdminRefund,
  LedgerRow,
  OrderProblem,
} from '@rootsquare/contract/trade/admin-orders'
import type { PayoutState } from '@rootsquare/contract/trade/payouts'
import type { Tone } from '#web/ui/layout/chip.tsx'

export const problemLabels: Record<OrderProblem, string> = {
  HELD: 'Payment held',
  REFUND_FAILED: 'Refund failed',
  DISPUTED: 'Disputed',
  LATE: 'Late',
  PAYOUT_FAILED: 'Payout failed',
  SELLER_LOCKED: 'Seller locked',
}

export type StateLabel = { label: string; tone: Tone }

export const paymentStates: Record<AdminPayment['state'], StateLabel> = {
  OPEN: { label: 'Not paid', tone: 'neutral' },
  PAID: { label: 'Paid', tone: 'leaf' },
  HELD: { label: 'Held', tone: 'error' },
  REFUNDED: { label: 'Sent back', tone: 'gold' },
}

export const refundStates: Record<AdminRefund['state'], StateLabel> = {
  ASKED: { label: 'Requested', tone: 'gold' },
  PENDING: { label: 'On its way', tone: 'gold' },
  PROCESSED: { label: 'Refunded', tone: 'leaf' },
  FAILED: { label: 'Failed', tone: 'error' },
  NEEDS_ATTENTION: { label: 'Needs attention', tone: 'error' },
}

export const payoutStates: Record<PayoutState, StateLabel> = {
  PENDING: { label: 'About to be sent', tone: 'gold' },
  SENT: { label: 'On its way', tone: 'gold' },
  PAID: { label: 'Paid', tone: 'leaf' },
  FAILED: { label: 'Failed', tone: 'error' },
  REVERSED: { label: 'Sent back by the bank', tone: 'error' },
}

export const ledgerLabels: Record<LedgerRow['kind'], string> = {
  PAYMENT: 'Payment',
  SALE: 'Sale',
  WRITE_OFF: 'Written off',
  CANCEL: 'Canceled',
  RELEASE: 'Available to the seller',
  HOLD: 'Held again',
  DISPUTE: 'Dispute decided',
  REFUND: 'Refund',
  REFUND_PAID: 'Refund paid',
  REFUND_SETTLED: 'Refund settled outside the provider',
  CHARGEBACK: 'Chargeback',
  PAYOUT: 'Payout',
  PAYOUT_PAID: 'Payout paid',
  PAYOUT_RETURNED: 'Payout came back',
}

/** Returns 'On the way' for ON_THE_WAY. */
export function accountText(account: string): string {
  return account.charAt(0) + account.slice(1).toLowerCase().replaceAll('_', ' ')
}
