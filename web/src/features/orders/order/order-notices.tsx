import { nairaText } from '@rootsquare/contract/lib/money'
import type { Order, SellerOrder } from '@rootsquare/contract/trade/orders'
import { extraPaymentText } from '@rootsquare/contract/trade/refunds'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import Scale from 'lucide-react/icons/scale'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import {
  awaitsPayment,
  unpaidEndText,
  nextStepText,
  payBeforeText,
  refundText,
  sharesText,
} from '#web/features/orders/order-labels.ts'
import type { PaymentCheck } from '#web/features/orders/payment/use-payment-check.ts'
import { useMinute } from '#web/lib/format/minute-clock.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './order-notices.module.css'

type OrderNoticesProps = { order: Order; check: PaymentCheck }

export function OrderNotices({ order, check }: OrderNoticesProps) {
  const [next, end] = [nextStepText(order), unpaidEndText(order)]
  return (
    <>
      {order.held && (
        <Notice>
          Your payment is being looked at: it does not match what was asked for. Until that is decided, the
          order can neither be paid again nor canceled. Nothing is lost, and we will let you know.
        </Notice>
      )}
      {awaitsPayment(order) && <PaymentNotice order={order} check={check} />}
      {next !== null && <Notice icon={Info}>{next}</Notice>}
      {end !== null && (
        <Notice icon={Info}>
          {end}{' '}
          <Link to="/marketplace" className="underlined">
            To the marketplace
          </Link>
        </Notice>
      )}
      {order.refund !== null && <Notice icon={Undo2}>{refundText(order.refund)}</Notice>}
      <ListRows of={order.extraPayments} rowKey={({ reference }) => reference} as="div">
        {(extra) => (
          <Notice isLive icon={Undo2}>
            {extraPaymentText(extra)}
          </Notice>
        )}
      </ListRows>
    </>
  )
}

function PaymentNotice({ order: { payBefore }, check }: OrderNoticesProps) {
  if (check === 'running')
    return (
      <Notice isLive icon={Spinner}>
        Checking your payment… Please do not pay twice.
      </Notice>
    )
  if (check === 'nothing-found')
    return (
      <Notice isLive>
        We have not heard about your payment yet. If you have paid, your order will update by itself. Please
        do not pay twice.
      </Notice>
    )
  if (payBefore === null) return null
  if (check === 'declined')
    return (
      <Notice isLive>
        Your payment was declined, and nothing was charged. Try again, or pay another way.{' '}
        <PayBefore iso={payBefore} />.
      </Notice>
    )
  if (check === 'unfinished')
    return (
      <Notice isLive>
        You came back before the payment was finished. Nothing has been paid yet.{' '}
        <PayBefore iso={payBefore} />, or cancel the order.
      </Notice>
    )
  return (
    <Notice>
      Nothing is paid yet. <PayBefore iso={payBefore} />, or cancel the order.
    </Notice>
  )
}

/** Warns the seller not to send a canceled order. */
export function CanceledNotice({ order: { state, paidDate } }: { order: SellerOrder }) {
  if (state !== 'CANCELED') return null
  return (
    <Notice>
      {paidDate === null
        ? 'Canceled before it was paid. Do not send it.'
        : 'Declined: the buyer gets the money back. Do not send it.'}
    </Notice>
  )
}

/** Says what the decision on a dispute leaves to the seller. */
export function DecisionNotice({ order: { refunded, total, parcel, feeRefunded } }: { order: SellerOrder }) {
  if (refunded === null) return null
  return (
    <Notice icon={Scale}>
      The dispute is decided: {sharesText(refunded, total)}
      {feeRefunded > 0 && ` The buyer also gets ${nairaText(feeRefunded)} of the delivery fee back.`}
      {feeRefunded === 0 &&
        parcel.feeLeft > 0 &&
        ` The delivery fee of ${nairaText(parcel.feeLeft)} does not go back with it.`}
    </Notice>
  )
}

type NoticeProps = { icon?: typeof Info | typeof Spinner; isLive?: boolean; children: ReactNode }

function Notice({ icon = CircleAlert, isLive = false, children }: NoticeProps) {
  const Box = isLive ? 'output' : 'p'
  return (
    <Box className={`gap-s semibold ${classes.notice}`}>
      <Icon of={icon} />
      <span>{children}</span>
    </Box>
  )
}

/** Updates at midnight, because the text then needs the date. */
export function PayBefore({ iso }: { iso: string }) {
  const minute = useMinute()
  return <time dateTime={iso}>{payBeforeText(iso, minute)}</time>
}
