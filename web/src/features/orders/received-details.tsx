import type { OrderAddress } from '@rootsquare/contract/addresses'
import { nairaText } from '@rootsquare/contract/money'
import type { SellerOrder } from '@rootsquare/contract/orders'
import { Link } from '@tanstack/react-router'
import {
  AddressBlock,
  CopyButton,
  factList,
  OrderFact,
  OrderPicture,
  PersonBlock,
} from '#web/features/orders/order-parts.tsx'
import { buyerText } from '#web/features/orders/received-row.tsx'
import { envelopeText } from '#web/lib/address-text.ts'
import { stampText } from '#web/lib/time.ts'
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
        <OrderFact name="Phone number">{phoneNumber ?? notShown(order)}</OrderFact>
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
        <h3>{title}</h3>
        <p>{notShown(order)}</p>
      </section>
    )
  const copy = (
    <CopyButton label={`Copy ${title.toLowerCase()}`} text={envelopeText(address)} done="Address copied" />
  )
  return <AddressBlock title={title} address={address} action={copy} />
}

/** Where and to whom it goes concerns a seller once it is paid, and goes with the buyer's account. */
function notShown({ paidDate }: SellerOrder): string {
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
  const { itemId, name } = order
  return (
    <section className={['card', classes.part].join(' ')} aria-label="Order Item">
      <h2 className={classes.title}>Order Item</h2>
      <div className={classes.item}>
        <OrderPicture image={order.thumbnailUrl ?? order.itemImageUrl} />
        <div className={classes.words}>
          {itemId === null ? (
            <p className={classes.name}>{name}</p>
          ) : (
            <Link to="/marketplace" search={{ item: itemId }} className={classes.name}>
              {name}
            </Link>
          )}
          <p className={classes.price}>
            Quantity {order.quantity} · {nairaText(order.unitPrice)} each
          </p>
        </div>
        <p className={classes.total}>
          <span className="sr-only">Together </span>
          {nairaText(order.total)}
        </p>
      </div>
    </section>
  )
}
