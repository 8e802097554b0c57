import { nairaText } from '@rootsquare/contract/lib/money'
import type { AdminOrder } from '@rootsquare/contract/trade/admin-orders'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { useRetryOrder } from '#web/features/orders/admin/admin-orders-api.ts'
import {
  LedgerTable,
  PaymentList,
  OrderCard,
  OrderDisputes,
  PayoutList,
} from '#web/features/orders/admin/order-records.tsx'
import { RefundList } from '#web/features/orders/admin/refund-list.tsx'
import { ParcelCard, linesBySeller } from '#web/features/orders/order/parcel-card.tsx'
import { OrderSummary } from '#web/features/orders/order/order-summary.tsx'
import { OrderTimeline } from '#web/features/orders/order/order-timeline.tsx'
import { RefundDialog } from '#web/features/orders/order/refund-dialog.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { showResult } from '#web/ui/feedback/show-result.ts'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'
import classes from './order-cards.module.css'

export function AdminOrderDetails({ order }: { order: AdminOrder }) {
  const [refundedId, setRefundedId] = useState<number | null>(null)
  const refunded = order.orderItemList.find(({ orderLineId }) => orderLineId === refundedId)
  return (
    <div className={`stack ${classes.cards}`}>
      <div>
        <section className="card-box padded" aria-label="Status">
          <OrderTimeline order={order} />
        </section>
        <OrderSummary order={order} />
        <People order={order} />
        <LedgerTable order={order} />
      </div>
      <div>
        <PaymentList order={order} />
        <RefundList order={order} />
        <PayoutList order={order} />
        {order.can.retry && <RetryButton order={order} />}
        <OrderDisputes order={order} />
        <ListRows of={linesBySeller(order.orderItemList)} rowKey={(lines) => lines[0].seller} as="div">
          {(lines) => (
            <ParcelCard lines={lines} order={order} refundLabel="Refund this line" onRefund={setRefundedId} />
          )}
        </ListRows>
      </div>
      {refunded !== undefined && (
        <RefundDialog order={order} line={refunded} isAdmin onClose={() => setRefundedId(null)} />
      )}
    </div>
  )
}

function People({ order: { buyerId, buyerUsername, sellers } }: { order: AdminOrder }) {
  return (
    <OrderCard title="Buyer and sellers">
      <Facts>
        <Fact name="Buyer">
          <Member id={buyerId} username={buyerUsername} />
        </Fact>
        <ListRows of={sellers} rowKey={({ sellerId }) => sellerId} as="div">
          {({ sellerId, sellerUsername, total }) => (
            <Fact name={`Seller of ${nairaText(total)}`}>
              <Member id={sellerId} username={sellerUsername} />
            </Fact>
          )}
        </ListRows>
      </Facts>
    </OrderCard>
  )
}

function Member({ id, username }: { id: number | null; username: string }) {
  if (id === null) return username
  return (
    <span className="flex-row wrap gap-s">
      <Link to="/u/$username" params={{ username }} className="text-link">
        @{username}
      </Link>
      <Link to="/admin-orders" search={{ search: username }} className="text-link">
        All orders<span className="sr-only"> of @{username}</span>
      </Link>
    </span>
  )
}

function RetryButton({ order }: { order: AdminOrder }) {
  const box = useRef<HTMLDivElement>(null)
  const retry = useRetryOrder(order.orderId)
  usePassFocus(box)
  return (
    <div ref={box}>
      <Button isBusy={retry.isPending} onClick={() => void showResult(retry.mutateAsync())}>
        {labelOf(order)}
      </Button>
    </div>
  )
}

/** Names what the retry covers. */
function labelOf({ refunds, payouts }: AdminOrder): string {
  const hasRefund = refunds.some(({ state }) => state === 'FAILED')
  const hasPayout = payouts.some(({ state }) => state === 'FAILED' || state === 'REVERSED')
  if (hasRefund && hasPayout) return 'Request failed refunds and payouts again'
  return hasPayout ? 'Request failed payouts again' : 'Request failed refunds again'
}
