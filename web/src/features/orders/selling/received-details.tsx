import type { OrderAddress } from '@rootsquare/contract/addresses'
import { nairaText } from '@rootsquare/contract/money'
import type { SellerOrder } from '@rootsquare/contract/orders'
import { Link } from '@tanstack/react-router'
import {
  AddressBlock,
  CopyButton,
  factList,
  OrderFact,
  PersonBlock,
  PhoneLink,
} from '#web/features/orders/order/order-parts.tsx'
import { OrderedItem } from '#web/features/orders/list/ordered-item.tsx'
import { buyerText } from '#web/features/orders/selling/received-row.tsx'
import { envelopeText } from '#web/lib/format/address-text.ts'
import { stampText } from '#web/lib/format/time.ts'
import classes from './received-details.module.css'

export function ReceivedSummary({ order }: { order: SellerOrder }) {
  const { paidDate, phoneNumber } = order
  return (
    <section className={['card', classes.part].join(' ')} aria-label="Summary">
      <dl className={factList}>
        <OrderFact name="Order id">{order.orderId}</OrderFact>
        <OrderFact name="Total amount">
          <strong className={classes.total}>{nairaText(order.total)}</strong>
        </OrderFact>
        <OrderFact name="Unit price">{nairaText(order.unitPrice)}</OrderFact>
        <OrderFact name="Quantity">{order.quantity}</OrderFact>
        <OrderFact name="Phone number">
          {phoneNumber === null ? notShown(order) : <PhoneLink number={phoneNumber} />}
        </OrderFact>
        <OrderFact name="Ordered">{stampText(order.createdDate)}</OrderFact>
        {paidDate !== null && <OrderFact name="Paid">{stampText(paidDate)}</OrderFact>}
      </dl>
      {order.note !== null && <p className={classes.note}>Shipping note: {order.note}</p>}
      {order.reason !== null && <p className={classes.note}>Reason: {order.reason}</p>}
      <div className={classes.addresses}>
        <Address title="Shipping address" address={order.shippingAddress} order={order} />
        <Address title="Billing address" address={order.billingAddress} order={order} />
      </div>
    </section>
  )
}

type AddressProps = { title: string; address: OrderAddress | null; order: SellerOrder }

function Address({ title, address, order }: AddressProps) {
  if (address === null)
    return (
      <section className={classes.unknown} aria-label={title}>
        <h2>{title}</h2>
        <p>{notShown(order)}</p>
      </section>
    )
  const copy = (
    <CopyButton label={`Copy ${title.toLowerCase()}`} text={envelopeText(address)} done="Address copied" />
  )
  return <AddressBlock title={title} address={address} action={copy} hasCalls />
}

/** The server sends the address only from payment to cancellation, and deletes it with the buyer's account. */
function notShown({ paidDate, state }: SellerOrder): string {
  if (state === 'CANCELED' || state === 'FAILED') return 'Not shown: there is nothing to send'
  return paidDate === null ? 'Shown once it is paid' : 'No longer kept'
}

export function Buyer({ order }: { order: SellerOrder }) {
  return (
    <section className={['card', classes.part].join(' ')} aria-label="Buyer">
      <PersonBlock
        title="Buyer"
        id={order.buyer}
        name={buyerText(order)}
        username={order.username}
        image={order.profileImageUrl}
        messageLabel={order.can.message ? 'Message Buyer' : null}
      />
      {order.buyer !== null && (
        <Link
          to="/received-orders"
          search={{ buyer: order.buyer }}
          className={['link', classes.only].join(' ')}
        >
          Only this buyer
        </Link>
      )}
    </section>
  )
}

export function OrderItem({ order }: { order: SellerOrder }) {
  return (
    <section className={['card', classes.part].join(' ')} aria-label="Order Item">
      <h2 className={classes.title}>Order Item</h2>
      <OrderedItem item={order} image={order.thumbnailUrl ?? order.itemImageUrl} />
    </section>
  )
}
