import type { SellerOrder } from '@rootsquare/contract/orders'
import { Link } from '@tanstack/react-router'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { OrderRow, rowLink } from '#web/features/orders/list/order-row.tsx'
import { dayText } from '#web/lib/format/time.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'

type ReceivedRowProps = {
  order: SellerOrder
  /** True if the list is limited to one buyer. */
  isFiltered: boolean
  onBuyer: (buyerId: number | undefined) => void
}

export function ReceivedRow({ order, isFiltered, onBuyer }: ReceivedRowProps) {
  const { orderId, name, buyer, createdDate } = order
  const filterAction = isFiltered
    ? { name: 'All buyers', Icon: Users, run: () => onBuyer(undefined) }
    : { name: 'Only this buyer', Icon: UserRound, run: () => onBuyer(buyer ?? undefined) }
  return (
    <OrderRow
      image={order.thumbnailUrl ?? order.itemImageUrl}
      link={
        <Link to="/received-order/$orderId" params={{ orderId: String(orderId) }} className={rowLink}>
          {name}
        </Link>
      }
      facts={
        <>
          Quantity {order.quantity} · {buyerText(order)} ·{' '}
          <time dateTime={createdDate}>{dayText(createdDate)}</time>
        </>
      }
      state={order.state}
      total={order.total}
      menu={
        buyer !== null && (
          <ActionMenu label={`Options for ${name}, order ${orderId}`} actions={[filterAction]} />
        )
      }
    />
  )
}

export function buyerText({ buyerName, username }: Pick<SellerOrder, 'buyerName' | 'username'>): string {
  return buyerName.trim() || username
}
