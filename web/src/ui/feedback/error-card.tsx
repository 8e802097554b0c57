import { useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'
import classes from './error-card.module.css'

type TroubleCardProps = { text: string; onRetry: () => void }

/** Stands where the content would have stood, and tries again in place. */
export function ErrorCard({ text, onRetry }: TroubleCardProps) {
  const card = useRef<HTMLDivElement>(null)
  usePassFocus(card)
  return (
    <div ref={card} className={['card', classes.trouble].join(' ')} role="alert">
      <p>{text}</p>
      <Button look="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
