import { koboOf, nairaOf } from '@rootsquare/contract/lib/money'
import type { SellerOrder } from '@rootsquare/contract/trade/orders'
import { Link } from '@tanstack/react-router'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { TradeRow, tradeRowLink } from '#web/entities/orders/trade-row.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { dayText } from '#web/lib/format/time.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'

type ReceivedRowProps = {
  /** The lines of one parcel, at least one. */
  lines: [SellerOrder, ...SellerOrder[]]
  /** True if the list is limited to one buyer. */
  isFiltered: boolean
  onBuyer: (buyerId: number | undefined) => void
}

export function ReceivedRow({ lines, isFiltered, onBuyer }: ReceivedRowProps) {
  const [order, ...others] = lines
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const kobo = lines.reduce((sum, line) => sum + koboOf(line.total), 0)
  const { orderId, name, buyer, createdDate } = order
  const filterAction = isFiltered
    ? { name: 'All buyers', icon: Users, run: () => onBuyer(undefined) }
    : { name: 'Only this buyer', icon: UserRound, run: () => onBuyer(buyer ?? undefined) }
  const state = others.every((line) => line.state === order.state) ? order.state : order.parcel.state
  return (
    <TradeRow
      image={order.thumbnailUrl ?? order.itemImageUrl}
      chip={<StatusChip state={state} />}
      total={nairaOf(kobo)}
      menu={
        buyer !== null && (
          <ActionMenu label={`Options for ${name}, order ${orderId}`} actions={[filterAction]} />
        )
      }
    >
      <Link to="/received-order/$orderId" params={{ orderId: String(orderId) }} className={tradeRowLink}>
        {name}
        {others.length > 0 && ` and ${others.length} more`}
      </Link>
      <p className="muted breakable">
        Quantity {quantity} · {buyerText(order)} · <time dateTime={createdDate}>{dayText(createdDate)}</time>
      </p>
    </TradeRow>
  )
}

export function buyerText({ buyerName, username }: Pick<SellerOrder, 'buyerName' | 'username'>): string {
  return buyerName.trim() || username
}

/** Shows a parcel as one row, at its first line; its other lines are hidden. */
export function parcelStartingAt(
  order: SellerOrder,
  all: SellerOrder[],
): [SellerOrder, ...SellerOrder[]] | null {
  const [first, ...others] = all.filter(({ parcel }) => parcel.id === order.parcel.id)
  return first !== undefined && first.orderId === order.orderId ? [first, ...others] : null
}
