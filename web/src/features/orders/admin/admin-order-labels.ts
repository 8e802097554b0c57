import type {
  AdminPayment,
  AdminRefund,
  LedgerRow,
  OrderProblem,
} from '@rootsquare/contract/trade/admin-orders'
import type { PayoutState } from '@rootsquare/contract/trade/payouts'

export const problemLabels: Record<OrderProblem, string> = {
  HELD: 'Payment held',
  REFUND_FAILED: 'Refund failed',
  DISPUTED: 'Disputed',
  LATE: 'Late',
  PAYOUT_FAILED: 'Payout failed',
}

export const paymentLabels: Record<AdminPayment['state'], string> = {
  OPEN: 'Not paid',
  PAID: 'Paid',
  HELD: 'Held',
  REFUNDED: 'Sent back',
}

export const refundLabels: Record<AdminRefund['state'], string> = {
  ASKED: 'Requested',
  PENDING: 'On its way',
  PROCESSED: 'Refunded',
  FAILED: 'Failed',
  NEEDS_ATTENTION: 'Needs attention',
}

export const payoutLabels: Record<PayoutState, string> = {
  PENDING: 'About to be sent',
  SENT: 'On its way',
  PAID: 'Paid',
  FAILED: 'Failed',
  REVERSED: 'Sent back by the bank',
}

export const ledgerLabels: Record<LedgerRow['kind'], string> = {
  PAYMENT: 'Payment',
  SALE: 'Sale',
  CANCEL: 'Canceled',
  RELEASE: 'Available to the seller',
  HOLD: 'Held again',
  DISPUTE: 'Dispute decided',
  REFUND: 'Refund',
  REFUND_PAID: 'Refund paid',
  CHARGEBACK: 'Chargeback',
  PAYOUT: 'Payout',
  PAYOUT_PAID: 'Payout paid',
  PAYOUT_RETURNED: 'Payout came back',
}

/** 'On the way' for ON_THE_WAY. */
export function accountText(account: string): string {
  return account.charAt(0) + account.slice(1).toLowerCase().replaceAll('_', ' ')
}
