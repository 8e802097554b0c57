import type { DisputeDecision, DisputeReason } from '@rootsquare/contract/trade/disputes'
import type { OrderState } from '@rootsquare/contract/trade/orders'

export const reasonLabels: Record<DisputeReason, string> = {
  NOT_RECEIVED: 'It has not arrived',
  NOT_AS_DESCRIBED: 'It is not as described',
  DAMAGED: 'It is damaged',
  OTHER: 'Something else',
}

export const decisionLabels: Record<DisputeDecision, string> = {
  REFUND_BUYER: 'Refund the buyer',
  PAY_SELLER: 'Pay the seller',
  SPLIT: 'Split the money',
}

/** The labels of states in the history of an order. */
export const stateLabels: Record<OrderState, string> = {
  PENDING: 'Ordered',
  PROCESSING: 'Paid',
  SHIPPED: 'Shipped',
  COMPLETED: 'Completed',
  CANCELED: 'Canceled',
  FAILED: 'Failed',
}
