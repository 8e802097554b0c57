import type { SellerOrder } from '@rootsquare/contract/orders'
import CircleAlert from 'lucide-react/icons/circle-alert'
import classes from '#web/features/orders/order/order-notices.module.css'

export function CanceledNotice({ order: { state, paidDate } }: { order: SellerOrder }) {
  if (state !== 'CANCELED') return null
  return (
    <p className={classes.notice}>
      <CircleAlert size={20} strokeWidth={1.9} aria-hidden="true" />
      {paidDate === null
        ? 'Canceled before it was paid. Do not send it.'
        : 'Declined: the buyer gets the money back. Do not send it.'}
    </p>
  )
}
