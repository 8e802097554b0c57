import type { Order } from '@rootsquare/contract/trade/orders'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { AddressBlock, AddressList, CopyButton } from '#web/features/orders/order/order-parts.tsx'
import { stampText } from '#web/lib/format/time.ts'
import classes from './order-summary.module.css'

const refundLabels = {
  PENDING: 'is being refunded',
  PROCESSED: 'refunded',
  FAILED: 'to be refunded',
} as const

export function OrderSummary({ order }: { order: Order }) {
  const { refund, transactionRef, shippingAddress, billingAddress } = order
  const goods = sumOf(order.orderItemList.map(({ total }) => total))
  const delivery = sumOf(order.parcels.map(({ fee }) => fee))
  return (
    <section className={`card stack ${classes.summary}`} aria-label="Summary">
      <Facts>
        <Fact name="Transaction reference">
          <span className={classes.reference}>
            {transactionRef}
            <CopyButton label="Copy reference" text={transactionRef} done="Reference copied" />
          </span>
        </Fact>
        {delivery > 0 && <Fact name="Goods">{nairaText(goods)}</Fact>}
        {delivery > 0 && <Fact name="Delivery">{nairaText(delivery)}</Fact>}
        <Fact name="Total amount">
          <strong className={classes.total}>{nairaText(order.totalAmount)}</strong>
          {refund !== null && ` of which ${nairaText(refund.amount)} ${refundLabels[refund.state]}`}
        </Fact>
        <Fact name="Ordered">{stampText(order.createdDate)}</Fact>
        <Fact name="Phone number">{order.phoneNumber}</Fact>
      </Facts>
      <AddressList>
        {shippingAddress !== null && <AddressBlock title="Shipping address" address={shippingAddress} />}
        {billingAddress !== null && <AddressBlock title="Billing address" address={billingAddress} />}
      </AddressList>
    </section>
  )
}

/** In kobo, because sums of fractions are not exact. */
const sumOf = (amounts: number[]) => nairaOf(amounts.reduce((sum, naira) => sum + koboOf(naira), 0))
