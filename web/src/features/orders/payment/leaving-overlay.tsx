import { useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isAnyLayerOpen } from '#web/lib/navigation/layers.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import classes from './leaving-overlay.module.css'

type LeavingOverlayProps = {
  host: string
  /** The link is for buyers who stopped loading the payment page; null until it is known. */
  href?: string | null
}

/** Covers the page until the payment page loads. It is no layer, because Back must not return to it. */
export function LeavingOverlay({ host, href = null }: LeavingOverlayProps) {
  const box = useRef<HTMLDivElement>(null)
  const textId = useId()
  useLayoutEffect(() => {
    const opener = document.activeElement
    const page = document.getElementById('root')
    if (page !== null) page.inert = true
    box.current?.focus()
    return () => {
      if (page !== null) page.inert = isAnyLayerOpen()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return createPortal(
    <div
      ref={box}
      className={`${classes.overlay} no-ring center-content`}
      role="alertdialog"
      aria-modal="true"
      aria-label="Payment page"
      aria-describedby={textId}
      tabIndex={-1}
    >
      <div className={`stack centered breakable ${classes.box}`}>
        <Spinner />
        <p id={textId}>
          Taking you to <strong>{host}</strong> to pay…
        </p>
        {href !== null && (
          <a href={href} className="text-link touch text-s">
            Go there now
          </a>
        )}
      </div>
    </div>,
    document.body,
  )
}
