import type { Order } from '@rootsquare/contract/trade/orders'
import { Link } from '@tanstack/react-router'
import { TradeRow, tradeRowLink } from '#web/entities/orders/trade-row.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { dayText } from '#web/lib/format/time.ts'
import { routes } from '#web/lib/navigation/route-names.ts'

export function BoughtRow({ order }: { order: Order }) {
  const { orderItemList, orderStatus, totalAmount, createdDate, transactionRef } = order
  const [first, ...others] = orderItemList
  const quantity = orderItemList.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <TradeRow
      image={first?.thumbnailUrl ?? first?.imageUrl ?? null}
      chip={<StatusChip state={orderStatus} />}
      total={totalAmount}
    >
      <Link to={routes.OrderDetails} params={{ reference: transactionRef }} className={tradeRowLink}>
        {first?.name ?? transactionRef}
        {others.length > 0 && ` and ${others.length} more`}
      </Link>
      <p className="muted breakable">
        Quantity {quantity} · <time dateTime={createdDate}>{dayText(createdDate)}</time>
      </p>
    </TradeRow>
  )
}
