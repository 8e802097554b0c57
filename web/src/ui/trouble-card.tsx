import { Button } from '#web/ui/button.tsx'
import classes from './trouble-card.module.css'

type TroubleCardProps = { text: string; onRetry: () => void }

/** Stands where the content would have stood, and tries again in place. */
export function TroubleCard({ text, onRetry }: TroubleCardProps) {
  return (
    <div className={['card', classes.trouble].join(' ')} role="alert">
      <p>{text}</p>
      <Button look="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
