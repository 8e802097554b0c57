import { useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'
import classes from './error-card.module.css'

type ErrorCardProps = { text: string; onRetry: () => void }

/** Takes the place of content that could not be loaded. */
export function ErrorCard({ text, onRetry }: ErrorCardProps) {
  const card = useRef<HTMLDivElement>(null)
  usePassFocus(card)
  return (
    <div ref={card} className={['card stack gap-12', classes.error].join(' ')} role="alert">
      <p>{text}</p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
