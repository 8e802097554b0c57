import X from 'lucide-react/icons/x'
import { useId, useRef, type ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Layer } from '#web/ui/overlays/layer.tsx'
import { usePressOutside } from '#web/ui/overlays/use-press-outside.ts'
import classes from './dialog.module.css'

type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The width from 768 px up. Below that it is a sheet at the bottom, as wide as the screen. */
  width?: number
  children: ReactNode
  footer?: ReactNode
}

/**
 * Does not use showModal(), which would make the snackbars and live regions inert along with the page.
 * Focus goes to the element marked data-autofocus, else to the dialog itself.
 * A link or navigation from inside must replace (`<Link replace>`), so that Back does not lead to a closed dialog.
 */
export function Dialog({ isOpen, ...props }: DialogProps) {
  return isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, width = 480, children, footer }: Omit<DialogProps, 'isOpen'>) {
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)

  // A slip of the finger beside a form must not discard what was typed.
  const outside = usePressOutside(() => {
    const hasFields = panel.current?.querySelector('input, textarea, select') != null
    if (!hasFields) onClose()
  })

  return (
    <Layer onClose={onClose} className={classes.layer}>
      <div className={classes.backdrop} {...outside}>
        <dialog
          ref={panel}
          open
          aria-modal="true"
          aria-labelledby={titleId}
          tabIndex={-1}
          className={classes.panel}
          style={{ maxWidth: width }}
        >
          <div className={`row between gap-12 rigid ${classes.head}`}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose} icon={X} />
          </div>
          <div className={classes.body}>{children}</div>
          {footer !== undefined && (
            <div className={classes.footer} data-action-bar>
              {footer}
            </div>
          )}
        </dialog>
      </div>
    </Layer>
  )
}
