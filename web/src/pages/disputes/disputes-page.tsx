import { DisputeList } from '#web/features/disputes/list/dispute-list.tsx'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'

/** Lists the viewer's own disputes, as buyer and as seller. */
export function DisputesPage() {
  return (
    <OrderPageFrame to="/my-orders" back="Back to My Orders" title="Disputes">
      <DisputeList scope="own" />
    </OrderPageFrame>
  )
}
