import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { LedgerBalance, PayoutProblems } from '#web/features/orders/payouts/all-payouts.tsx'

export function AdminPayoutsPage() {
  return (
    <OrderPageFrame to="/user" back="Back to home" title="All payouts">
      <PayoutProblems />
      <LedgerBalance />
    </OrderPageFrame>
  )
}
