import { nairaText } from '@rootsquare/contract/money'
import type { SellerOrder } from '@rootsquare/contract/orders'
import { Link } from '@tanstack/react-router'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { OrderPicture } from '#web/features/orders/order/order-parts.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { dayText } from '#web/lib/format/time.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import classes from '#web/features/orders/list/order-row.module.css'
import own from './received-row.module.css'

type ReceivedRowProps = {
  order: SellerOrder
  /** True if the list is limited to one buyer. */
  isFiltered: boolean
  onBuyer: (buyerId: number | undefined) => void
}

export function ReceivedRow({ order, isFiltered, onBuyer }: ReceivedRowProps) {
  const { orderId, name, buyer, createdDate } = order
  const only = isFiltered
    ? { name: 'All buyers', Icon: Users, run: () => onBuyer(undefined) }
    : { name: 'Only this buyer', Icon: UserRound, run: () => onBuyer(buyer ?? undefined) }
  return (
    <li className={['card', classes.row, own.row].join(' ')}>
      <OrderPicture image={order.thumbnailUrl ?? order.itemImageUrl} />
      <div className={classes.text}>
        <Link to="/received-order/$orderId" params={{ orderId: String(orderId) }} className={classes.name}>
          {name}
        </Link>
        <p className={classes.facts}>
          Quantity {order.quantity} · {buyerText(order)} ·{' '}
          <time dateTime={createdDate}>{dayText(createdDate)}</time>
        </p>
      </div>
      <div className={classes.end}>
        <StatusChip state={order.state} />
        <p className={classes.total}>{nairaText(order.total)}</p>
      </div>
      {buyer !== null && (
        <div className={own.menu}>
          <ActionMenu label={`Options for ${name}, order ${orderId}`} actions={[only]} />
        </div>
      )}
    </li>
  )
}

export function buyerText({ buyerName, username }: Pick<SellerOrder, 'buyerName' | 'username'>): string {
  return buyerName.trim() || username
}
