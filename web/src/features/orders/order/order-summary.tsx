import type { Order } from '@rootsquare/contract/trade/orders'
import type { ExtraPayment } from '@rootsquare/contract/trade/refunds'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { addressLine } from '@rootsquare/contract/lib/address-format'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { copyShown } from '#web/ui/layout/copy-text.ts'
import classes from './order-summary.module.css'

const refundLabels = {
  PENDING: 'is being refunded',
  PROCESSED: 'refunded',
  FAILED: 'to be refunded',
} as const

const extraNames: Record<ExtraPayment['reason'], string> = {
  TWICE: 'Paid twice',
  LATE: 'Paid after the order had ended',
}

const extraLabels: Record<ExtraPayment['state'], (amount: string) => string> = {
  PENDING: (amount) => `${amount} goes back`,
  PROCESSED: (amount) => `${amount} went back`,
  FAILED: (amount) => `${amount} could not go back yet`,
}

export function OrderSummary({ order }: { order: Order }) {
  const { refund, extraPayments, transactionRef, shippingAddress, billingAddress } = order
  const goods = sumOf(order.orderItemList.map(({ total }) => total))
  const delivery = sumOf(order.parcels.map(({ fee }) => fee))
  return (
    <section className={`card-box stack ${classes.summary}`} aria-label="Summary">
      <Facts>
        <Fact name="Transaction reference">
          <span className={`gap-2xs tabular ${classes.reference} display-inline-flex items-center`}>
            {transactionRef}
            <CopyButton label="Copy reference" text={transactionRef} done="Reference copied" />
          </span>
        </Fact>
        {delivery > 0 && <Fact name="Goods">{nairaText(goods)}</Fact>}
        {delivery > 0 && <Fact name="Delivery">{nairaText(delivery)}</Fact>}
        <Fact name="Total amount">
          <strong className="tabular text-l">{nairaText(order.totalAmount)}</strong>
          {refund !== null && ` of which ${nairaText(refund.amount)} ${refundLabels[refund.state]}`}
        </Fact>
        <ListRows of={extraPayments} rowKey={({ reference }) => reference} as="div">
          {({ amount, state, reason }) => (
            <Fact name={extraNames[reason]}>{extraLabels[state](nairaText(amount))}</Fact>
          )}
        </ListRows>
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

/** Adds in kobo, because sums of fractions are not exact. */
const sumOf = (amounts: number[]) => nairaOf(amounts.reduce((sum, naira) => sum + koboOf(naira), 0))

type CopyButtonProps = {
  /** The name of the button, such as 'Copy reference'. */
  label: string
  text: string
  /** The message after copying, such as 'Reference copied'. */
  done: string
}

export function CopyButton({ label, text, done }: CopyButtonProps) {
  return <IconButton label={label} onClick={() => void copyShown(text, done)} icon={Copy} />
}

export function AddressList({ children }: { children: ReactNode }) {
  return <div className={classes.addresses}>{children}</div>
}

type AddressBlockProps = {
  title: string
  address: OrderAddress
  action?: ReactNode
  /** True to show the phone number as a link. */
  hasCalls?: boolean
}

export function AddressBlock({ title, address, action, hasCalls = false }: AddressBlockProps) {
  const { phoneNumber } = address
  return (
    <section className="stack gap-xs content-top" aria-label={title}>
      <div className={`flex-row between ${classes.addressHead}`}>
        <h2 className="text-s">{title}</h2>
        {action}
      </div>
      <p className="breakable">{addressLine(address)}</p>
      {phoneNumber !== null && (
        <p className="text-xs muted">Phone: {hasCalls ? <PhoneLink number={phoneNumber} /> : phoneNumber}</p>
      )}
    </section>
  )
}

export function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number}`} className="text-link">
      {number}
    </a>
  )
}
