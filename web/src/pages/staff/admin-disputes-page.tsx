import { DisputeList } from '#web/features/disputes/list/dispute-list.tsx'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'

const title = 'All disputes'

/** All of them, those that wait for a decision first. */
export function AdminDisputesPage() {
  usePageTitle(title)
  return (
    <OrderPageFrame to="/user" back="Back to home" title={title}>
      <DisputeList scope="all" />
    </OrderPageFrame>
  )
}
