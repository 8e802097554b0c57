import { nairaText } from '@rootsquare/contract/lib/money'
import type { AdminDispute, AdminOrder, AdminRefund } from '@rootsquare/contract/trade/admin-orders'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { decisionLabels, reasonLabels } from '#web/entities/orders/trade-labels.ts'
import { payoutLabels, refundLabels } from '#web/features/orders/admin/admin-order-labels.ts'
import { OrderCard, OrderRecords } from '#web/features/orders/admin/order-card.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { Chip } from '#web/ui/layout/chip.tsx'

const refundTones = {
  ASKED: 'gold',
  PENDING: 'gold',
  PROCESSED: 'leaf',
  FAILED: 'error',
  NEEDS_ATTENTION: 'error',
} as const

export function RefundList({ order }: { order: AdminOrder }) {
  if (order.refunds.length === 0) return null
  return (
    <OrderCard title="Refunds">
      <OrderRecords rows={order.refunds} keyOf={({ id }) => id}>
        {(refund) => <RefundFacts refund={refund} order={order} />}
      </OrderRecords>
    </OrderCard>
  )
}

function RefundFacts({ refund, order }: { refund: AdminRefund; order: AdminOrder }) {
  const { state, orderLineId } = refund
  const line = order.orderItemList.find((one) => one.orderLineId === orderLineId)
  return (
    <>
      <p className="row wrap gap-8">
        <Chip tone={refundTones[state]}>{refundLabels[state]}</Chip>
        <strong className="amount">{nairaText(refund.amount)}</strong>
      </p>
      <Facts>
        <Fact name="For">{line?.name ?? 'The whole payment'}</Fact>
        <Fact name="Payment">{refund.reference}</Fact>
        <Fact name="Requested">{stampText(refund.createdDate)}</Fact>
        <Fact name="Last change">{stampText(refund.changedDate)}</Fact>
      </Facts>
      {state === 'NEEDS_ATTENTION' && (
        <p className="muted">
          The provider needs details of the buyer’s bank account. Please complete this refund there.
        </p>
      )}
    </>
  )
}

const payoutTones = {
  PENDING: 'gold',
  SENT: 'gold',
  PAID: 'leaf',
  FAILED: 'error',
  REVERSED: 'error',
} as const

export function PayoutList({ order: { payouts } }: { order: AdminOrder }) {
  if (payouts.length === 0) return null
  return (
    <OrderCard title="Payouts">
      <p className="muted">One payout may cover other orders of the seller too.</p>
      <OrderRecords rows={payouts} keyOf={({ id }) => id}>
        {({ amount, state, reference, sellerUsername, why, createdDate }) => (
          <>
            <p className="row wrap gap-8">
              <Chip tone={payoutTones[state]}>{payoutLabels[state]}</Chip>
              <strong className="amount">{nairaText(amount)}</strong>
            </p>
            <Facts>
              <Fact name="To">{sellerUsername}</Fact>
              <Fact name="Reference">{reference}</Fact>
              <Fact name="Why">{why}</Fact>
              <Fact name="Created">{stampText(createdDate)}</Fact>
            </Facts>
          </>
        )}
      </OrderRecords>
    </OrderCard>
  )
}

export function DisputeList({ order: { disputes } }: { order: AdminOrder }) {
  if (disputes.length === 0) return null
  return (
    <OrderCard title="Disputes">
      <OrderRecords rows={disputes} keyOf={({ id }) => id}>
        {(dispute) => <DisputeFacts dispute={dispute} />}
      </OrderRecords>
    </OrderCard>
  )
}

function DisputeFacts({ dispute }: { dispute: AdminDispute }) {
  const { id, name, reason, state, decision, createdDate } = dispute
  const isOpen = state === 'OPEN'
  return (
    <>
      <p className="row wrap gap-8">
        <Chip tone={isOpen ? 'error' : 'leaf'}>{isOpen ? 'Open' : 'Decided'}</Chip>
        <Link to="/disputes/$disputeId" params={{ disputeId: String(id) }} className="link">
          See the dispute<span className="sr-only"> about {name}</span>
        </Link>
      </p>
      <Facts>
        <Fact name="About">{name}</Fact>
        <Fact name="Reason">{reasonLabels[reason]}</Fact>
        <Fact name="Decision">{decision && decisionLabels[decision]}</Fact>
        <Fact name="Opened">{stampText(createdDate)}</Fact>
      </Facts>
    </>
  )
}
