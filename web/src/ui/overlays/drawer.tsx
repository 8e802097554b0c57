import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Overlay } from '#web/ui/overlays/overlay.tsx'
import classes from './drawer.module.css'

type DrawerProps = { isOpen: boolean; onClose: () => void; label: string; children: ReactNode }

/** Slides in from the left on phones. */
export function Drawer({ isOpen, onClose, label, children }: DrawerProps) {
  if (!isOpen) return null
  return (
    <Overlay kind="drawer" aria-label={label} onClose={onClose}>
      <IconButton label="Close" className={classes.close} onClick={onClose} icon={X} />
      <div className={classes.scroller}>{children}</div>
    </Overlay>
  )
}
