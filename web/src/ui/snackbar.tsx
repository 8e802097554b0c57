import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { closeSnackbar, useSnackbars } from '#web/ui/snackbar-queue.ts'
import type { Snackbar as Shown } from '#web/ui/snackbar-queue.ts'
import classes from './snackbar.module.css'

const lifeMs = 5000
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert }

/** The coloured snackbars. Spoken through the regions of index.html, so the boxes themselves stay silent. */
export function Snackbars() {
  const snackbars = useSnackbars()
  return snackbars.length === 0 ? null : <Stack snackbars={snackbars} />
}

function Stack({ snackbars }: { snackbars: readonly Shown[] }) {
  const stack = useRef<HTMLElement>(null)
  const [isHeld, setHeld] = useState(false)
  const isHidden = useHiddenTab()
  // A button that leaves the page takes its blur with it, so the question is asked again after each close.
  const close = (id: number) => {
    closeSnackbar(id)
    setHeld(stack.current?.matches(':hover') ?? false)
  }
  return (
    <section
      ref={stack}
      className={classes.stack}
      aria-label="Notices"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {snackbars.map((snackbar) => (
        <Snackbar
          key={snackbar.id}
          snackbar={snackbar}
          isPaused={isHeld || isHidden}
          onClose={() => close(snackbar.id)}
        />
      ))}
    </section>
  )
}

type SnackbarProps = { snackbar: Shown; isPaused: boolean; onClose: () => void }

function Snackbar({ snackbar, isPaused, onClose }: SnackbarProps) {
  const Icon = icons[snackbar.kind]
  useLife(isPaused, onClose)
  return (
    <div className={classes.snackbar} data-kind={snackbar.kind}>
      <Icon size={22} strokeWidth={1.9} aria-hidden="true" className={classes.icon} />
      <p className={classes.text}>{snackbar.text}</p>
      <button type="button" className={classes.close} onClick={onClose}>
        <X size={18} strokeWidth={2.2} aria-hidden="true" />
        Close
      </button>
    </div>
  )
}

/** Runs out after `lifeMs` of being looked at; time spent paused does not count. */
function useLife(isPaused: boolean, onEnd: () => void): void {
  const left = useRef(lifeMs)
  const end = useRef(onEnd)
  useEffect(() => {
    if (isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [isPaused])
}

function useHiddenTab(): boolean {
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const onChange = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return isHidden
}
