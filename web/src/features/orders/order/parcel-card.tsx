import type { Order, OrderLine, OrderState, Parcel } from '@rootsquare/contract/trade/orders'
import { useState, type ComponentType } from 'react'
import { MemberBlock } from '#web/entities/market/member-block.tsx'
import { OrderedItem } from '#web/features/orders/order/ordered-item.tsx'
import { deliveryFeeText, isConfirmedAlone } from '#web/features/orders/order-labels.ts'
import { ReceivedDialog } from '#web/features/orders/order/received-dialog.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { dayText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import classes from './parcel-card.module.css'

/** The lines of one seller; a parcel has at least one. */
type SellerLines = [OrderLine, ...OrderLine[]]

export type LineActionsProps = { line: OrderLine; order: Order }

type ParcelCardProps = {
  lines: SellerLines
  order: Order
  refundLabel?: string
  onRefund: (orderLineId: number) => void
  /** The page passes this in, because it belongs to other features. */
  LineActions?: ComponentType<LineActionsProps>
}

/** Shows the part of an order that one seller sends. */
export function ParcelCard(props: ParcelCardProps) {
  const { lines, order, refundLabel = 'Ask for a refund', onRefund, LineActions } = props
  const [{ seller, sellerUsername, sellerProfileImage, can }] = lines
  // Erased sellers have no id any longer, so one card shows the lines of all of them.
  const parcels = order.parcels.filter(({ sellerId }) => sellerId === seller)
  return (
    <section className="card-box stack gap-xs padded" aria-label={`Items from ${sellerUsername}`}>
      <MemberBlock
        title="Seller"
        id={seller}
        name={sellerUsername}
        username={sellerUsername}
        image={sellerProfileImage}
        canMessage={can.message}
      />
      <ListRows of={parcels} rowKey={(parcel) => order.parcels.indexOf(parcel)} as="div">
        {(parcel) => <ParcelDelivery parcel={parcel} order={order} />}
      </ListRows>
      <ul>
        <ListRows of={lines} rowKey={({ orderLineId }) => orderLineId}>
          {(line) => (
            <Line
              line={line}
              order={order}
              shownState={parcels.length === 1 ? parcels[0]?.state : order.orderStatus}
              refundLabel={refundLabel}
              onRefund={() => onRefund(line.orderLineId)}
              LineActions={LineActions}
            />
          )}
        </ListRows>
      </ul>
    </section>
  )
}

const note = `text-s breakable pre-line ${classes.note}`

type LineProps = Pick<ParcelCardProps, 'LineActions'> &
  LineActionsProps & {
    /** The state that the card shows already, so a line shows its own only if it differs. */
    shownState: OrderState | undefined
    refundLabel: string
    onRefund: () => void
  }

function Line({ line, order, shownState, refundLabel, onRefund, LineActions }: LineProps) {
  return (
    <li className={`${classes.line} pad-y-s line-above`}>
      <OrderedItem item={line} image={line.thumbnailUrl ?? line.imageUrl}>
        {line.state !== shownState && <StatusChip state={line.state} />}
        {line.note !== null && <p className={note}>Shipping note: {line.note}</p>}
        {line.reason !== null && <p className={note}>Reason: {line.reason}</p>}
        {line.can.refund && (
          <Button variant="outline" onClick={onRefund}>
            {refundLabel}
            <span className="sr-only"> of {line.name}</span>
          </Button>
        )}
        {LineActions && <LineActions line={line} order={order} />}
      </OrderedItem>
    </li>
  )
}

/** Groups the lines by seller, in the order of each seller's first line. */
export function linesBySeller(lines: OrderLine[]): SellerLines[] {
  const sellers = new Map<number | null, SellerLines>()
  for (const line of lines) {
    const own = sellers.get(line.seller)
    if (own === undefined) sellers.set(line.seller, [line])
    else own.push(line)
  }
  return [...sellers.values()]
}

type ParcelDeliveryProps = { parcel: Parcel; order: Order }

/** Shows how a parcel is delivered and its progress, and lets the buyer confirm its receipt. */
function ParcelDelivery({ parcel, order }: ParcelDeliveryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { receivedDate, decidedDate } = parcel
  const sent = sentText(parcel)
  return (
    <div className="stack gap-xs">
      <p className="flex-row wrap gap-xs">
        {methodText(parcel)} <StatusChip state={parcel.state} />
      </p>
      {sent !== null && <p className="breakable">{sent}</p>}
      {receivedDate !== null && (
        <p>
          {decidedDate === null ? 'Received' : 'Closed by a decision'} on {dayText(receivedDate)}
        </p>
      )}
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

function methodText(parcel: Parcel): string {
  if (parcel.method === 'PICKUP') return 'Pick-up'
  return parcel.fee === 0 ? 'Delivery, free' : `Delivery ${deliveryFeeText(parcel)}`
}

/** Returns text such as 'Sent on 3 Nov 2026 with GIG Logistics, tracking 123'. */
function sentText({ method, carrier, trackingNumber, shippedDate }: Parcel): string | null {
  if (shippedDate === null) return null
  const when = `${method === 'PICKUP' ? 'Ready since' : 'Sent on'} ${dayText(shippedDate)}`
  const by = carrier === null ? when : `${when} with ${carrier}`
  return trackingNumber === null ? by : `${by}, tracking ${trackingNumber}`
}
