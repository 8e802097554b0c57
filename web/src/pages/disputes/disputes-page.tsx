import { DisputeList } from '#web/features/disputes/list/dispute-list.tsx'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'

const title = 'Disputes'

/** One's own, as buyer and as seller. */
export function DisputesPage() {
  usePageTitle(title)
  return (
    <OrderPageFrame to="/my-orders" back="Back to My Orders" title={title}>
      <DisputeList scope="own" />
    </OrderPageFrame>
  )
}
