import { settleNoteLength, type AdminOrder, type AdminRefund } from '@rootsquare/contract/trade/admin-orders'
import { nairaText } from '@rootsquare/contract/lib/money'
import { useState } from 'react'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { refundStates } from '#web/features/orders/admin/admin-order-labels.ts'
import { useSettleRefund } from '#web/features/orders/admin/admin-orders-api.ts'
import { amountOf, OrderRecords } from '#web/features/orders/admin/order-records.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'

export function RefundList({ order }: { order: AdminOrder }) {
  const [settledId, setSettledId] = useState<number | null>(null)
  const { refunds, orderItemList } = order
  const settled = refunds.find(({ id }) => id === settledId)
  if (refunds.length === 0) return null
  const entryOf = ({ id, state, amount, orderLineId, can, ...refund }: AdminRefund) => ({
    state: refundStates[state],
    about: amountOf(amount),
    facts: {
      For: orderItemList.find((line) => line.orderLineId === orderLineId)?.name ?? 'The whole payment',
      Payment: refund.reference,
      Requested: stampText(refund.createdDate),
      'Last change': stampText(refund.changedDate),
      'Settled outside the provider': refund.settledDate && stampText(refund.settledDate),
    },
    below: (
      <>
        {state === 'NEEDS_ATTENTION' && (
          <p className="muted">
            The provider needs details of the buyer’s bank account. Please complete this refund there.
          </p>
        )}
        {can.settle && (
          <Button variant="outline" onClick={() => setSettledId(id)}>
            Settle {nairaText(amount)} another way
          </Button>
        )}
      </>
    ),
  })
  return (
    <OrderRecords title="Refunds" of={refunds} rowKey={({ id }) => id} entryOf={entryOf}>
      {settled !== undefined && (
        <SettleDialog orderId={order.orderId} refund={settled} onClose={() => setSettledId(null)} />
      )}
    </OrderRecords>
  )
}

type SettleDialogProps = { orderId: number; refund: AdminRefund; onClose: () => void }

function SettleDialog({ orderId, refund: { id: refundId, amount }, onClose }: SettleDialogProps) {
  const settle = useSettleRefund(orderId)
  const sum = nairaText(amount)
  return (
    <ReasonDialog
      title={`Settle the refund of ${sum}?`}
      explanation={`Settle it first, and then pay the buyer ${sum} another way, such as a bank transfer. From now on it counts as paid, the provider is never asked for it again, and the buyer is told. This cannot be undone.`}
      label="Note"
      description="How the buyer is paid. It is recorded in the audit log."
      missing="Note is required"
      max={settleNoteLength}
      draft={{ what: 'settle', id: refundId }}
      confirmLabel={`Settle ${sum}`}
      onClose={onClose}
      send={(note) => settle.mutateAsync({ refundId, note })}
    />
  )
}
