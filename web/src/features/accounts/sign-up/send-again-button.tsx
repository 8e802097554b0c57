import { useEffect, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './mail-request.module.css'

const pauseMs = 60_000

type SendAgainButtonProps = { sentAt: number; isBusy: boolean; onSend: () => void }

/** Mails take a moment: for the first minute it counts down instead of sending another. */
export function SendAgainButton({ sentAt, isBusy, onSend }: SendAgainButtonProps) {
  const seconds = useSecondsUntil(sentAt + pauseMs)
  const isEarly = seconds > 0
  return (
    <div className={classes.again}>
      <Button look="outline" isBusy={isBusy} disabled={isEarly} onClick={isBusy ? undefined : onSend}>
        {isEarly ? `Send again in ${seconds} s` : 'Send the mail again'}
      </Button>
    </div>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= moment
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  // A mail that went out just now is newer than the last look at the clock.
  return Math.min(pauseMs / 1000, Math.max(0, Math.ceil((moment - now) / 1000)))
}
