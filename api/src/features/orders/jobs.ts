import { cancelPendingOf } from './cancel.ts'
import { completeShipped } from './complete.ts'
import { orderMails } from './order-mails.ts'
import { handlePaymentEvent } from './payment-events.ts'
import { recountSalesNightly } from './recount.ts'
import { sendRefund } from './refunds.ts'
import { sweepPayments } from './sweeper.ts'

export const orderJobs = [
  ...orderMails,
  completeShipped,
  sendRefund,
  handlePaymentEvent,
  sweepPayments,
  cancelPendingOf,
  recountSalesNightly,
]
