import { cancelPendingOrders } from './cancel.ts'
import { completeShipped } from '#api/features/orders/fulfilment/confirm-order.ts'
import { orderMails } from './notify/order-mails.ts'
import { sendPaymentRefunded } from './notify/payment-refunded.ts'
import {
  refundLockedSeller,
  refundLockedSellersNightly,
} from '#api/features/orders/fulfilment/refund-locked-seller.ts'
import { handlePaymentEvent } from '#api/features/orders/payments/payment-events.ts'
import { checkLedgerNightly } from '#api/features/orders/ledger/check-ledger.ts'
import { foldLedger } from '#api/features/orders/ledger/fold-ledger.ts'
import { paySellersEachMinute } from '#api/features/orders/payouts/pay-sellers.ts'
import { sendAccountChanged } from '#api/features/orders/payouts/account-mail.ts'
import { sendPayoutMail } from '#api/features/orders/payouts/payout-messages.ts'
import { recountSalesNightly } from './recount.ts'
import { sendRefund } from '#api/features/orders/refunds/refunds.ts'
import { sweepPayments } from '#api/features/orders/payments/payment-sweeper.ts'

export const orderJobs = [
  ...orderMails,
  sendPaymentRefunded,
  completeShipped,
  sendRefund,
  handlePaymentEvent,
  sweepPayments,
  cancelPendingOrders,
  refundLockedSeller,
  refundLockedSellersNightly,
  paySellersEachMinute,
  sendPayoutMail,
  sendAccountChanged,
  checkLedgerNightly,
  foldLedger,
  recountSalesNightly,
]
