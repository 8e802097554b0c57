import type { Order } from '@rootsquare/contract/orders'
import { nairaText } from '@rootsquare/contract/money'
import { Link } from '@tanstack/react-router'
import { OrderPicture } from '#web/features/orders/order/order-parts.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { dayText } from '#web/lib/format/time.ts'
import own from './order-card.module.css'
import classes from './order-row.module.css'

export function OrderCard({ order }: { order: Order }) {
  const { orderItemList, createdDate, transactionRef } = order
  const [first, ...others] = orderItemList
  const quantity = orderItemList.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <li className={['card', classes.row, own.card].join(' ')}>
      <OrderPicture image={first?.thumbnailUrl ?? first?.imageUrl ?? null} />
      <div className={classes.text}>
        <Link to={routes.OrderDetails} params={{ reference: transactionRef }} className={classes.name}>
          {first?.name ?? transactionRef}
          {others.length > 0 && ` and ${others.length} more`}
        </Link>
        <p className={classes.facts}>
          Quantity {quantity} · <time dateTime={createdDate}>{dayText(createdDate)}</time>
        </p>
      </div>
      <div className={classes.end}>
        <StatusChip state={order.orderStatus} />
        <p className={classes.total}>{nairaText(order.totalAmount)}</p>
      </div>
    </li>
  )
}
