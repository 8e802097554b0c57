import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from '#web/ui/spinner.tsx'
import classes from './leaving-overlay.module.css'

/** Over everything, until the browser has left for the payment page. */
export function LeavingOverlay({ host }: { host: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return createPortal(
    <div ref={box} className={classes.overlay} role="alertdialog" aria-label="Payment page" tabIndex={-1}>
      <div className={classes.words}>
        <Spinner />
        <p>
          Taking you to <strong>{host}</strong> to pay…
        </p>
      </div>
    </div>,
    document.body,
  )
}
