import type { Order } from '@rootsquare/contract/orders'
import { nairaText } from '@rootsquare/contract/money'
import { AddressBlock, CopyButton, factList, OrderFact } from '#web/features/orders/order/order-parts.tsx'
import { stampText } from '#web/lib/format/time.ts'
import classes from './order-summary.module.css'

const refundLabels = {
  PENDING: 'is being refunded',
  PROCESSED: 'refunded',
  FAILED: 'to be refunded',
} as const

export function OrderSummary({ order }: { order: Order }) {
  const { refund, transactionRef, phoneNumber, shippingAddress, billingAddress } = order
  return (
    <section className={['card', classes.summary].join(' ')} aria-label="Summary">
      <dl className={factList}>
        <OrderFact name="Transaction reference">
          <span className={classes.reference}>
            {transactionRef}
            <CopyButton label="Copy reference" text={transactionRef} done="Reference copied" />
          </span>
        </OrderFact>
        <OrderFact name="Total amount">
          <strong className={classes.total}>{nairaText(order.totalAmount)}</strong>
          {refund !== null && ` of which ${nairaText(refund.amount)} ${refundLabels[refund.state]}`}
        </OrderFact>
        <OrderFact name="Ordered">{stampText(order.createdDate)}</OrderFact>
        {phoneNumber !== null && <OrderFact name="Phone number">{phoneNumber}</OrderFact>}
      </dl>
      <div className={classes.addresses}>
        {shippingAddress !== null && <AddressBlock title="Shipping address" address={shippingAddress} />}
        {billingAddress !== null && <AddressBlock title="Billing address" address={billingAddress} />}
      </div>
    </section>
  )
}
