import { nairaText } from '@rootsquare/contract/lib/money'
import type { AdminOrder, AdminPayment } from '@rootsquare/contract/trade/admin-orders'
import type { HeldPayment } from '@rootsquare/contract/trade/payments'
import { useState } from 'react'
import { Fact, Facts } from '#web/entities/market/facts.tsx'
import { useReloadAdminOrders } from '#web/features/orders/admin/admin-orders-api.ts'
import { paymentLabels } from '#web/features/orders/admin/admin-order-labels.ts'
import { OrderCard, OrderRecords } from '#web/features/orders/admin/order-card.tsx'
import type { HeldAction } from '#web/features/orders/held/held-api.ts'
import { HeldDialog } from '#web/features/orders/held/held-dialog.tsx'
import { cameText } from '#web/features/orders/held/held-labels.ts'
import { stampText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/layout/chip.tsx'

const tones = { OPEN: 'neutral', PAID: 'leaf', HELD: 'error', REFUNDED: 'gold' } as const

type Decision = { held: HeldPayment; action: HeldAction }

export function PaymentList({ order }: { order: AdminOrder }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const reload = useReloadAdminOrders()
  const decide = (payment: AdminPayment, action: HeldAction) =>
    setDecision({ held: heldOf(order, payment), action })
  return (
    <OrderCard title="Payments">
      {order.payments.length === 0 && <p className="muted">No payment page was opened.</p>}
      <OrderRecords rows={order.payments} keyOf={({ reference }) => reference}>
        {(payment) => (
          <>
            <PaymentFacts payment={payment} />
            {payment.state === 'HELD' && order.can.decideHeld && (
              <div className="row wrap gap-8">
                <Button onClick={() => decide(payment, 'accept')}>Accept payment</Button>
                <Button variant="danger" onClick={() => decide(payment, 'refund')}>
                  Refund payment
                </Button>
              </div>
            )}
          </>
        )}
      </OrderRecords>
      {decision !== null && (
        <HeldDialog
          {...decision}
          onClose={() => {
            setDecision(null)
            reload()
          }}
        />
      )}
    </OrderCard>
  )
}

function PaymentFacts({ payment }: { payment: AdminPayment }) {
  const { state, providerStatus, settledDate } = payment
  return (
    <>
      <p className="row wrap gap-8">
        <Chip tone={tones[state]}>{paymentLabels[state]}</Chip>
        <span className="breakable">{payment.reference}</span>
      </p>
      <Facts>
        <Fact name="Asked">{nairaText(payment.expected)}</Fact>
        <Fact name="Came">{payment.paid === null ? null : cameText(payment)}</Fact>
        <Fact name="Provider says">{providerStatus}</Fact>
        <Fact name="Why it was held">{payment.heldReason}</Fact>
        <Fact name="Page opened">{stampText(payment.createdDate)}</Fact>
        <Fact name="Settled">{settledDate === null ? null : stampText(settledDate)}</Fact>
      </Facts>
    </>
  )
}

function heldOf(order: AdminOrder, payment: AdminPayment): HeldPayment {
  const { transactionRef, orderId, buyerId, buyerUsername } = order
  return { ...payment, transactionRef, orderId, buyerId, buyerUsername, why: payment.heldReason ?? '' }
}
