import type { OrderLine } from '@rootsquare/contract/trade/orders'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

const loadReview = async () => (await import('#web/features/reviews/review-dialog.tsx')).ReviewDialog

/** Is shown below a line of an order. */
export function WriteReview({ line: { itemId, name, orderLineId, can } }: { line: OrderLine }) {
  const review = useLoadedDialog(loadReview)
  const [isOpened, setOpened] = useState(false)
  if (itemId === null) return null
  if (!can.review) return isOpened && <ReviewedNotice />

  function open(): void {
    setOpened(true)
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

/** Replaces the button and therefore takes its focus. */
function ReviewedNotice() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="muted">
      You have reviewed this.
    </p>
  )
}
