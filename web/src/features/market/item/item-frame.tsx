import { useRouter, type HistoryLocation } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Layer } from '#web/ui/overlays/layer.tsx'
import { usePressOutside } from '#web/ui/overlays/use-press-outside.ts'
import dialogs from '#web/ui/overlays/dialog.module.css'
import classes from './item-frame.module.css'

type ItemFrameProps = { titleId: string; onClose: () => void; children: ReactNode }

/** A dialog of two columns, on phones a sheet; `titleId` is its heading's. */
export function ItemFrame({ titleId, onClose, children }: ItemFrameProps) {
  const outside = usePressOutside(onClose)
  return (
    <Layer onClose={onClose} className={dialogs.layer}>
      <div className={dialogs.backdrop} {...outside}>
        <dialog
          open
          aria-modal="true"
          aria-labelledby={titleId}
          tabIndex={-1}
          className={`${dialogs.panel} ${classes.panel}`}
        >
          <IconButton label="Close" className={classes.close} onClick={onClose}>
            <X size={22} strokeWidth={1.9} aria-hidden="true" />
          </IconButton>
          {children}
        </dialog>
      </div>
    </Layer>
  )
}

/**
 * The item is in the address, below the history entries of open layers. Closing first goes back over those entries and
 * only then removes the item from the address; otherwise Back would open it again.
 */
export function useLeave(onClose: () => void): { isLeft: boolean; leave: () => void } {
  const { history } = useRouter()
  const [path] = useState(history.location.pathname)
  const [isLeft, setLeft] = useState(false)
  const close = useClosedOnce(onClose)
  useEffect(
    () => (isLeft ? history.subscribe(({ location }) => hasNoLayers(location) && close()) : undefined),
    [isLeft, history, close],
  )

  function leave(): void {
    // After following a link, the address belongs to another page.
    if (history.location.pathname !== path) return
    if (hasNoLayers(history.location)) close()
    else setLeft(true)
  }

  return { isLeft, leave }
}

/** Closing changes the address, which notifies the same subscriber and would close it again. */
function useClosedOnce(onClose: () => void): () => void {
  const latest = useRef(onClose)
  const isClosing = useRef(false)
  useEffect(() => {
    latest.current = onClose
  })
  return useCallback(() => {
    if (isClosing.current) return
    isClosing.current = true
    latest.current()
    isClosing.current = false
  }, [])
}

function hasNoLayers({ state }: HistoryLocation): boolean {
  return state.layers === undefined || state.layers.length === 0
}
