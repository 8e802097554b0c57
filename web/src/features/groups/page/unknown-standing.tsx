import { useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'

type UnknownStandingProps = { text: string; isBusy: boolean; onRetry: () => void }

/** Shown instead of Join and Leave while it is not known which of them applies. */
export function UnknownStanding({ text, isBusy, onRetry }: UnknownStandingProps) {
  const box = useRef<HTMLDivElement>(null)
  usePassFocus(box)
  return (
    <div ref={box} className="row wrap between gap-12 muted">
      <p>{text}</p>
      <Button variant="outline" isBusy={isBusy} onClick={() => !isBusy && onRetry()}>
        Retry
      </Button>
    </div>
  )
}
