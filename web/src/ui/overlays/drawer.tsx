import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Layer } from '#web/ui/overlays/layer.tsx'
import classes from './drawer.module.css'

type DrawerProps = { isOpen: boolean; onClose: () => void; label: string; children: ReactNode }

/** Slides in from the left on phones. Links inside must replace (`<Link replace>`), as in a dialog. */
export function Drawer({ isOpen, onClose, label, children }: DrawerProps) {
  if (!isOpen) return null
  return (
    <Layer onClose={onClose} className={classes.layer}>
      <div
        className={classes.backdrop}
        onPointerUp={(event) => {
          if (event.target === event.currentTarget) onClose()
        }}
      >
        <dialog open aria-modal="true" aria-label={label} tabIndex={-1} className={classes.panel}>
          <IconButton label="Close" className={classes.close} onClick={onClose} icon={X} />
          <div className={classes.scroller}>{children}</div>
        </dialog>
      </div>
    </Layer>
  )
}
