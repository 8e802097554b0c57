import { failureTexts } from '@rootsquare/contract/lib/failure'
import type { OrderLine } from '@rootsquare/contract/trade/orders'
import { useEffect, useRef, useState } from 'react'
import type { ReviewDialog } from '#web/features/reviews/review-dialog.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Under a line of an order; the dialog is loaded when it is opened. */
export function WriteReview({ line: { itemId, name, orderLineId, can } }: { line: OrderLine }) {
  const [shown, setShown] = useState<{ Dialog: typeof ReviewDialog; isOpen: boolean } | null>(null)
  if (itemId === null) return null
  if (!can.review) return shown && <Reviewed />

  async function open(): Promise<void> {
    try {
      const { ReviewDialog } = await import('#web/features/reviews/review-dialog.tsx')
      setShown({ Dialog: ReviewDialog, isOpen: true })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  return (
    <>
      <Button variant="outline" onClick={() => void open()}>
        Write a review<span className="sr-only"> of {name}</span>
      </Button>
      {shown?.isOpen && (
        <shown.Dialog
          purchase={{ itemId, itemName: name, orderLineId }}
          onClose={() => setShown({ ...shown, isOpen: false })}
        />
      )}
    </>
  )
}

/** It takes the place of the button, and so its focus. */
function Reviewed() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="muted">
      You have reviewed this.
    </p>
  )
}
