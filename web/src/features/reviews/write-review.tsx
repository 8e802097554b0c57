import type { OrderLine } from '@rootsquare/contract/trade/orders'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

const loadReview = async () => (await import('#web/features/reviews/review-dialog.tsx')).ReviewDialog

/** Under a line of an order. */
export function WriteReview({ line: { itemId, name, orderLineId, can } }: { line: OrderLine }) {
  const review = useLoadedDialog(loadReview)
  const [isBegun, setBegun] = useState(false)
  if (itemId === null) return null
  if (!can.review) return isBegun && <Reviewed />

  function open(): void {
    setBegun(true)
    void review.open()
  }

  return (
    <>
      <Button variant="outline" onClick={open}>
        Write a review<span className="sr-only"> of {name}</span>
      </Button>
      {review.Dialog && (
        <review.Dialog purchase={{ itemId, itemName: name, orderLineId }} onClose={review.close} />
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
