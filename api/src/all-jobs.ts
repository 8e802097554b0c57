import { deleteUnusedPostWordsNightly, fillPostWords } from '#api/features/search/post-words-jobs.ts'
import { recountReportsNightly } from '#api/features/reports/recount.ts'
import { requestReviews } from '#api/features/reviews/request-reviews.ts'
import { recountReviewsNightly } from '#api/features/reviews/recount.ts'
import { removeFiles } from '#api/features/uploads/remove-files.ts'
import { sweepMedia, sweepOldMedia } from '#api/features/uploads/sweeper.ts'
import { foldDaysByTheMinute } from '#api/features/analytics/fold-days.ts'
import { recountDaysNightly } from '#api/features/analytics/recount.ts'
import { deleteUnusedWordsNightly, recountItemsNightly } from '#api/features/market/recount.ts'
import { notifySearches, trimSearchNotices } from '#api/features/market/searches/notify-searches.ts'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { purgeUnverified, sweepExpired } from '#api/features/accounts/closure/housekeeping.ts'
import { sendReset, sendVerification } from '#api/features/accounts/sign-up/mail-jobs.ts'
import { queueDigests } from '#api/features/notifications/digest/queue-digests.ts'
import { sendDigest } from '#api/features/notifications/digest/send-digest.ts'
import { sendPush } from '#api/features/notifications/push/send-push.ts'
import { trimNotificationsNightly } from '#api/features/notifications/trim-notifications.ts'
import { recountPostsNightly } from '#api/features/posts/recount.ts'
import { checkTimelinesNightly } from '#api/features/posts/feed/timeline-check.ts'
import { dropTimelines, fillTimeline, copyToTimelines } from '#api/features/posts/feed/timeline-jobs.ts'
import { fetchLinkCard } from '#api/features/posts/link-cards/link-cards.ts'
import { cancelPendingOrders } from '#api/features/orders/cancel.ts'
import { completeShipped } from '#api/features/orders/fulfilment/confirm-order.ts'
import { orderMails } from '#api/features/orders/notify/order-mails.ts'
import { sendPaymentRefunded } from '#api/features/orders/notify/payment-refunded.ts'
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
import { recountSalesNightly } from '#api/features/orders/recount.ts'
import { sendRefund } from '#api/features/orders/refunds/refunds.ts'
import { sweepPayments } from '#api/features/orders/payments/payment-sweeper.ts'
import { disputeJobs } from '#api/features/disputes/jobs.ts'
import { messageJobs } from '#api/features/messages/jobs.ts'
import { moderationJobs } from '#api/features/moderation/jobs.ts'
import { offerJobs } from '#api/features/offers/jobs.ts'
import type { Job } from '#api/jobs/job.ts'
import { sandboxJobs } from '#api/sandbox/events.ts'

/** Lists all jobs that the runner knows. */
export const allJobs: Job[] = [
  sendVerification,
  sendReset,
  eraseClosed,
  purgeUnverified,
  sweepExpired,
  removeFiles,
  sweepMedia,
  sweepOldMedia,
  copyToTimelines,
  fetchLinkCard,
  fillTimeline,
  dropTimelines,
  checkTimelinesNightly,
  recountPostsNightly,
  recountReportsNightly,
  sendPush,
  queueDigests,
  sendDigest,
  trimNotificationsNightly,
  ...messageJobs,
  recountItemsNightly,
  deleteUnusedWordsNightly,
  notifySearches,
  trimSearchNotices,
  ...offerJobs,
  fillPostWords,
  deleteUnusedPostWordsNightly,
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
  requestReviews,
  recountReviewsNightly,
  ...disputeJobs,
  ...moderationJobs,
  foldDaysByTheMinute,
  recountDaysNightly,
  ...sandboxJobs,
]
