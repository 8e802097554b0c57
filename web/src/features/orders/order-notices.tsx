import type { Order } from '@rootsquare/contract/orders'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import { awaitsPayment, refundText } from '#web/features/orders/order-words.ts'
import type { Return } from '#web/features/orders/use-return.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import classes from './order-notices.module.css'

const icon = { size: 20, strokeWidth: 1.9, 'aria-hidden': true } as const

/** What the status alone does not say. */
export function OrderNotices({ order, payment }: { order: Order; payment: Return }) {
  const isOpen = awaitsPayment(order)
  return (
    <>
      {order.held && (
        <p className={classes.notice}>
          <CircleAlert {...icon} />
          Your payment is being looked at: it does not match what was asked for. Nothing is lost, and we will
          tell you how it goes on.
        </p>
      )}
      {isOpen && payment === 'asking' && (
        <output className={classes.notice}>
          <Spinner />
          We are asking about your payment…
        </output>
      )}
      {isOpen && payment === 'unheard' && (
        <output className={classes.notice}>
          <CircleAlert {...icon} />
          We have not heard of your payment yet. If you have paid, this order moves on by itself as soon as we
          do: please do not pay twice.
        </output>
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
