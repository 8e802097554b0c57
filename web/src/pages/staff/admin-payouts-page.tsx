import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { LedgerBalance, PayoutProblems } from '#web/features/payouts/all-payouts.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'

const title = 'All payouts'

export function AdminPayoutsPage() {
  usePageTitle(title)
  return (
    <OrderPageFrame to="/user" back="Back to home" title={title}>
      <PayoutProblems />
      <LedgerBalance />
    </OrderPageFrame>
  )
}
