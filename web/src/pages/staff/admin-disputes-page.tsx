import { DisputeList } from '#web/features/disputes/list/dispute-list.tsx'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'

/** Lists all disputes, those that wait for a decision first. */
export function AdminDisputesPage() {
  return (
    <OrderPageFrame to="/user" back="Back to home" title="All disputes">
      <DisputeList scope="all" />
    </OrderPageFrame>
  )
}
