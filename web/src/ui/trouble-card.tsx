import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { usePassFocus } from '#web/ui/pass-focus.ts'
import classes from './trouble-card.module.css'

type TroubleCardProps = { text: string; onRetry: () => void }

/** Stands where the content would have stood, and tries again in place. */
export function TroubleCard({ text, onRetry }: TroubleCardProps) {
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
