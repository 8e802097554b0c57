import { nairaText } from '@rootsquare/contract/lib/money'
import type { Order, Parcel } from '@rootsquare/contract/trade/orders'
import { useState } from 'react'
import { isConfirmedAlone } from '#web/features/orders/order/order-labels.ts'
import { ReceivedDialog } from '#web/features/orders/order/received-dialog.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { dayText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'

type ParcelDeliveryProps = { parcel: Parcel; order: Order }

/** How a parcel goes, how far it is, and where the buyer says that it has come. */
export function ParcelDelivery({ parcel, order }: ParcelDeliveryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { receivedDate } = parcel
  const sent = sentText(parcel)
  return (
    <div className="stack gap-8">
      <p className="row wrap gap-8">
        {methodText(parcel)} <StatusChip state={parcel.state} />
      </p>
      {sent !== null && <p className="breakable">{sent}</p>}
      {receivedDate !== null && <p>Received on {dayText(receivedDate)}</p>}
      {isConfirmedAlone(order, parcel) && (
        <div>
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            I have received this<span className="sr-only"> from {parcel.sellerUsername}</span>
          </Button>
        </div>
      )}
      {isOpen && <ReceivedDialog orderId={order.orderId} parcel={parcel} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function methodText({ method, fee }: Parcel): string {
  if (method === 'PICKUP') return 'Pick-up'
  return fee === 0 ? 'Delivery, free' : `Delivery ${nairaText(fee)}`
}

/** 'Sent on 3 Nov 2026 with GIG Logistics, tracking 123' */
function sentText({ method, carrier, trackingNumber, shippedDate }: Parcel): string | null {
  if (shippedDate === null) return null
  const when = `${method === 'PICKUP' ? 'Ready since' : 'Sent on'} ${dayText(shippedDate)}`
  const by = carrier === null ? when : `${when} with ${carrier}`
  return trackingNumber === null ? by : `${by}, tracking ${trackingNumber}`
}
