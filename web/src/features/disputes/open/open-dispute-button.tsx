import type { Order, OrderLine } from '@rootsquare/contract/trade/orders'
import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

/** Is shown below a line of an order. The dialog's code is loaded when it is opened. */
export function OpenDisputeButton({ order, line }: { order: Order; line: OrderLine }) {
  const dispute = useLoadedDialog(
    async () => (await import('#web/features/disputes/open/dispute-dialog.tsx')).DisputeDialog,
  )
  if (line.disputeId !== null)
    return (
      <Link to="/disputes/$disputeId" params={{ disputeId: String(line.disputeId) }} className="text-link">
        See the dispute<span className="sr-only"> about {line.name}</span>
      </Link>
    )
  if (!line.can.dispute) return null
  return (
    <>
      <Button variant="outline" onClick={() => void dispute.open()}>
        Something is wrong<span className="sr-only"> with {line.name}</span>
      </Button>
      {dispute.Dialog && <dispute.Dialog order={order} line={line} onClose={dispute.close} />}
    </>
  )
}
