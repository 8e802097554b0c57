import type { OrderAddress } from '@rootsquare/contract/addresses'
import { nairaText } from '@rootsquare/contract/lib/money'
import { shipWithinDays, type SellerOrder } from '@rootsquare/contract/trade/orders'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { MemberBlock } from '#web/entities/market/member-block.tsx'
import {
  AddressBlock,
  AddressList,
  CopyButton,
  PhoneLink,
} from '#web/features/orders/order/order-summary.tsx'
import { OrderedItem } from '#web/features/orders/order/ordered-item.tsx'
import { isPickup } from '#web/features/orders/selling/ship-dialog.tsx'
import { buyerText } from '#web/features/orders/selling/received-row.tsx'
import { envelopeText } from '#web/lib/format/address-text.ts'
import { addDays, dayInLagos } from '#web/lib/format/days.ts'
import { dayText, stampText } from '#web/lib/format/time.ts'
import classes from './received-details.module.css'

type OrderProps = { order: SellerOrder }

function DetailsSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={`card-box stack gap-s breakable ${classes.part}`} aria-label={label}>
      {children}
    </section>
  )
}

export function ReceivedSummary({ order }: OrderProps) {
  const { paidDate, phoneNumber } = order
  return (
    <DetailsSection label="Summary">
      <Facts>
        <Fact name={isPickup(order) ? 'Have it ready by' : 'Send it by'}>
          {paidDate && order.state === 'PROCESSING' ? dayText(lastDayToSend(paidDate)) : null}
        </Fact>
        <Fact name="Order id">{order.orderId}</Fact>
        <Fact name="Transaction reference">{order.transactionRef}</Fact>
        <Fact name="Delivery">{isPickup(order) ? 'The buyer picks it up: nothing to send' : null}</Fact>
        <Fact name="Total amount">
          <strong className="tabular text-l">{nairaText(order.total)}</strong>
        </Fact>
        <Fact name="Unit price">{nairaText(order.unitPrice)}</Fact>
        <Fact name="Quantity">{order.quantity}</Fact>
        <Fact name="Phone number">
          {phoneNumber === null ? hiddenText(order) : <PhoneLink number={phoneNumber} />}
        </Fact>
        <Fact name="Ordered">{stampText(order.createdDate)}</Fact>
        <Fact name="Paid">{paidDate && stampText(paidDate)}</Fact>
      </Facts>
      {order.note !== null && (
        <p className="pre-line pad-xs-s radius-s on-tint">Shipping note: {order.note}</p>
      )}
      {order.reason !== null && <p className="pre-line pad-xs-s radius-s on-tint">Reason: {order.reason}</p>}
      <AddressList>
        <Address title="Shipping address" address={order.shippingAddress} order={order} />
        <Address title="Billing address" address={order.billingAddress} order={order} />
      </AddressList>
    </DetailsSection>
  )
}

const lastDayToSend = (paidDate: string) => addDays(dayInLagos(paidDate), shipWithinDays)

type AddressProps = OrderProps & { title: string; address: OrderAddress | null }

function Address({ title, address, order }: AddressProps) {
  if (address === null)
    return (
      <section aria-label={title}>
        <h2 className="text-s">{title}</h2>
        <p className="muted">{hiddenText(order)}</p>
      </section>
    )
  const copy = (
    <CopyButton label={`Copy ${title.toLowerCase()}`} text={envelopeText(address)} done="Address copied" />
  )
  return <AddressBlock title={title} address={address} action={copy} hasCalls />
}

/** The server sends the address only from payment to cancellation, and deletes it with the buyer's account. */
function hiddenText({ paidDate, state }: SellerOrder): string {
  if (state === 'CANCELED' || state === 'FAILED') return 'Not shown: there is nothing to send'
  return paidDate === null ? 'Shown once it is paid' : 'No longer kept'
}

export function Buyer({ order }: OrderProps) {
  return (
    <DetailsSection label="Buyer">
      <MemberBlock
        title="Buyer"
        id={order.buyer}
        name={buyerText(order)}
        username={order.username}
        image={order.profileImageUrl}
        canMessage={order.can.message}
      />
      {order.buyer !== null && (
        <Link
          to="/received-orders"
          search={{ buyer: order.buyer }}
          className={`text-link touch ${classes.only}`}
        >
          Only this buyer
        </Link>
      )}
    </DetailsSection>
  )
}

export function OrderItem({ order }: OrderProps) {
  return (
    <DetailsSection label="Order Item">
      <h2 className="text-s">Order Item</h2>
      <OrderedItem item={order} image={order.thumbnailUrl ?? order.itemImageUrl} />
    </DetailsSection>
  )
}
