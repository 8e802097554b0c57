import { cancelPendingOf } from './cancel.ts'
import { completeShipped } from '#api/features/orders/fulfilment/confirm-order.ts'
import { orderMails } from './order-mails.ts'
import { handlePaymentEvent } from '#api/features/orders/payments/payment-events.ts'
import { recountSalesNightly } from './recount.ts'
import { sendRefund } from '#api/features/orders/refunds/refunds.ts'
import { sweepPayments } from '#api/features/orders/payments/payment-sweeper.ts'

export const orderJobs = [
  ...orderMails,
  completeShipped,
  sendRefund,
  handlePaymentEvent,
  sweepPayments,
  cancelPendingOf,
  recountSalesNightly,
]
