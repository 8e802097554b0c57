import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Layer } from '#web/ui/overlays/layer.tsx'
import { usePressOutside } from '#web/ui/overlays/use-press-outside.ts'
import classes from './popover.module.css'

type PopoverProps = {
  label: string
  position: CSSProperties
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/**
 * Is shown at its `position` on a wide screen and at the bottom on a phone. It is a layer, so that no card cuts it off.
 */
export function Popover({ label, position, onClose, onKeyDown, children }: PopoverProps) {
  const outside = usePressOutside(onClose)
  return (
    <Layer onClose={onClose}>
      <div className={classes.backdrop} {...outside}>
        <dialog
          open
          aria-modal="true"
          aria-label={label}
          className={classes.panel}
          style={position}
          onKeyDown={onKeyDown}
        >
          {children}
        </dialog>
      </div>
    </Layer>
  )
}
