import X from 'lucide-react/icons/x'
import { useId, useRef, type ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Overlay } from '#web/ui/overlays/overlay.tsx'
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

export function Dialog({ isOpen, ...props }: DialogProps) {
  return isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, width = 480, children, footer }: Omit<DialogProps, 'isOpen'>) {
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)

  // A slip of the finger beside a form must not discard what was typed.
  function onPressOutside(): void {
    const hasFields = panel.current?.querySelector('input, textarea, select') != null
    if (!hasFields) onClose()
  }

  return (
    <Overlay
      kind="dialog"
      ref={panel}
      aria-labelledby={titleId}
      onClose={onClose}
      onPressOutside={onPressOutside}
      style={{ maxWidth: width }}
    >
      <div className={`flex-row between gap-s rigid ${classes.head}`}>
        <h2 id={titleId} className={`${classes.title} text-l bold breakable`}>
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
    </Overlay>
  )
}
