import type { SellerOrder } from '@rootsquare/contract/trade/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { deliveryFeeText } from '#web/features/orders/order-labels.ts'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { parcelLines } from '#web/features/orders/selling/seller-api.ts'
import { isPickup } from '#web/features/orders/selling/ship-dialog.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'

/** Shows how the parcel of a line is delivered, and its other lines. */
export function ParcelLines({ order }: { order: SellerOrder }) {
  const { id, carrier, trackingNumber, shippedDate, lines: count } = order.parcel
  const { receivedDate, decidedDate } = order.parcel
  const { data: lines = [] } = useQuery({ ...parcelLines(id), enabled: count > 1 })
  const others = lines.filter(({ orderId }) => orderId !== order.orderId)
  return (
    <section className="card-box stack gap-s breakable padded" aria-label="Parcel">
      <Facts>
        <Fact name="Method">{isPickup(order) ? 'Pick-up by the buyer' : 'Delivery'}</Fact>
        <Fact name="Delivery fee">{order.parcel.fee > 0 ? deliveryFeeText(order.parcel) : null}</Fact>
        <Fact name="Carrier">{carrier}</Fact>
        <Fact name="Tracking number">{trackingNumber}</Fact>
        <Fact name={isPickup(order) ? 'Ready' : 'Shipped'}>{shippedDate && stampText(shippedDate)}</Fact>
        <Fact name={decidedDate === null ? 'Received' : 'Closed by a decision'}>
          {receivedDate && stampText(receivedDate)}
        </Fact>
      </Facts>
      {others.length > 0 && (
        <>
          <h2 className="text-l bold">In the same parcel</h2>
          <ul className="stack gap-xs">
            <ListRows of={others} rowKey={({ orderId }) => orderId}>
              {(line) => (
                <li className="flex-row between gap-s">
                  <Link
                    to="/received-order/$orderId"
                    params={{ orderId: String(line.orderId) }}
                    className="text-link breakable"
                  >
                    {line.quantity} × {line.name}
                  </Link>
                  <StatusChip state={line.state} />
                </li>
              )}
            </ListRows>
          </ul>
        </>
      )}
    </section>
  )
}
