import type { Order } from '@rootsquare/contract/orders'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import Undo2 from 'lucide-react/icons/undo-2'
import { awaitsPayment, endText, nextText, refundText } from '#web/features/orders/order/order-labels.ts'
import { PayBefore } from '#web/features/orders/payment/pay-before.tsx'
import type { Return } from '#web/features/orders/payment/use-return.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import classes from './order-notices.module.css'

type OrderNoticesProps = { order: Order; payment: Return }

const icon = { size: 20, strokeWidth: 1.9, 'aria-hidden': true } as const

export function OrderNotices({ order, payment }: OrderNoticesProps) {
  const [next, end] = [nextText(order), endText(order)]
  return (
    <>
      {order.held && (
        <p className={classes.notice}>
          <CircleAlert {...icon} />
          Your payment is being looked at: it does not match what was asked for. Nothing is lost, and we will
          tell you how it goes on.
        </p>
      )}
      {awaitsPayment(order) && <PaymentNotice order={order} payment={payment} />}
      {next !== null && (
        <p className={classes.notice}>
          <Info {...icon} />
          {next}
        </p>
      )}
      {end !== null && (
        <p className={classes.notice}>
          <Info {...icon} />
          <span>
            {end}{' '}
            <Link to="/marketplace" className={classes.way}>
              To the marketplace
            </Link>
          </span>
        </p>
      )}
      {order.refund !== null && (
        <p className={classes.notice}>
          <Undo2 {...icon} />
          {refundText(order.refund)}
        </p>
      )}
    </>
  )
}

function PaymentNotice({ order: { payBefore }, payment }: OrderNoticesProps) {
  if (payment === 'asking')
    return (
      <output className={classes.notice}>
        <Spinner />
        We are asking about your payment… Please do not pay twice.
      </output>
    )
  if (payment === 'unheard')
    return (
      <output className={classes.notice}>
        <CircleAlert {...icon} />
        We have not heard of your payment yet. If you have paid, this order moves on by itself as soon as we
        do: please do not pay twice.
      </output>
    )
  if (payBefore === null) return null
  return (
    <p className={classes.notice}>
      <CircleAlert {...icon} />
      <span>
        Nothing is paid yet. <PayBefore iso={payBefore} />, or cancel the order.
      </span>
    </p>
  )
}
