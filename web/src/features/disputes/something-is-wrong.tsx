import { failureTexts } from '@rootsquare/contract/lib/failure'
import type { OrderLine } from '@rootsquare/contract/trade/orders'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DisputeDialog } from '#web/features/disputes/open/dispute-dialog.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Under a line of an order; the dialog is loaded when it is opened. */
export function SomethingIsWrong({ orderId, line }: { orderId: number; line: OrderLine }) {
  const [shown, setShown] = useState<{ Dialog: typeof DisputeDialog } | null>(null)

  async function open(): Promise<void> {
    try {
      setShown({ Dialog: (await import('#web/features/disputes/open/dispute-dialog.tsx')).DisputeDialog })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  if (line.disputeId !== null)
    return (
      <Link to="/disputes/$disputeId" params={{ disputeId: String(line.disputeId) }} className="link">
        See the dispute<span className="sr-only"> about {line.name}</span>
      </Link>
    )
  if (!line.can.dispute) return null
  return (
    <>
      <Button variant="outline" onClick={() => void open()}>
        Something is wrong<span className="sr-only"> with {line.name}</span>
      </Button>
      {shown && <shown.Dialog orderId={orderId} line={line} onClose={() => setShown(null)} />}
    </>
  )
}
