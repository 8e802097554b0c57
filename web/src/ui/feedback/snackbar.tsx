import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import { closeSnackbar, useSnackbars } from '#web/ui/feedback/snackbar-queue.ts'
import type { Snackbar as Shown } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './snackbar.module.css'

const lifeMs = 5000
const pauseEvents = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert }

/** Screen readers read them from the live regions of index.html, so the boxes themselves have no role. */
export function Snackbars() {
  const snackbars = useSnackbars()
  // Outside #root, which is inert under an open dialog.
  return snackbars.length === 0 ? null : createPortal(<Stack snackbars={snackbars} />, document.body)
}

function Stack({ snackbars }: { snackbars: readonly Shown[] }) {
  const stack = useRef<HTMLElement>(null)
  const isUsed = useIsUsed(stack, snackbars)
  const isHidden = useHiddenTab()
  useFreeControl(stack, snackbars)
  const focusedBefore = useFocusedBefore(stack)

  function close(id: number): void {
    const box = stack.current
    if (box?.contains(document.activeElement)) moveFocusOut(box, focusedBefore.current)
    closeSnackbar(id)
  }

  return (
    <section ref={stack} className={classes.stack} aria-label="Notices">
      {snackbars.map((snackbar) => (
        <Snackbar
          key={snackbar.id}
          snackbar={snackbar}
          isPaused={isUsed || isHidden}
          onClose={() => close(snackbar.id)}
        />
      ))}
    </section>
  )
}

type SnackbarProps = { snackbar: Shown; isPaused: boolean; onClose: () => void }

function Snackbar({ snackbar, isPaused, onClose }: SnackbarProps) {
  const Icon = icons[snackbar.kind]
  useAutoClose(snackbar, isPaused)
  return (
    <div className={classes.snackbar} data-kind={snackbar.kind}>
      <Icon size={22} strokeWidth={1.9} aria-hidden="true" className={classes.icon} />
      <p className={['grow breakable', classes.text].join(' ')}>{snackbar.text}</p>
      {snackbar.action}
      <button type="button" className={classes.close} onClick={onClose}>
        <X size={18} strokeWidth={2.2} aria-hidden="true" />
        Close
      </button>
    </div>
  )
}

/** Moves to the top of the screen if it would cover the control that has the focus. */
function useFreeControl(stack: RefObject<HTMLElement | null>, snackbars: readonly Shown[]): void {
  useLayoutEffect(() => {
    const box = stack.current
    const update = () => {
      if (box === null || box.contains(document.activeElement)) return
      const control = document.querySelector(':is(input, textarea, button, a):focus-visible')
      box.removeAttribute('data-top')
      const isOver = control && doOverlap(box.getBoundingClientRect(), control.getBoundingClientRect())
      if (isOver) box.setAttribute('data-top', '')
    }
    update()
    document.addEventListener('focusin', update)
    return () => document.removeEventListener('focusin', update)
  }, [stack, snackbars])
}

function doOverlap(a: DOMRect, b: DOMRect): boolean {
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right
}

/** To the next snackbar, back to where the focus was, or to the top layer; otherwise the browser would lose it. */
function moveFocusOut(box: HTMLElement, before: Element | null): void {
  const buttons = [...box.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const isThere = before instanceof HTMLElement && before.isConnected && before.closest('[inert]') === null
  const back = isThere ? before : document.querySelector<HTMLElement>('[data-layer]:not([inert]) dialog')
  const target = buttons[at + 1] ?? buttons[at - 1] ?? back ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}

function useFocusedBefore(stack: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    const box = stack.current
    const onFocusIn = ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof Element && !box?.contains(from)) before.current = from
    }
    box?.addEventListener('focusin', onFocusIn)
    return () => box?.removeEventListener('focusin', onFocusIn)
  }, [stack])
  return before
}

/** Closes after `lifeMs` on screen; time spent paused does not count. */
function useAutoClose({ id, turn }: Shown, isPaused: boolean): void {
  const left = useRef(lifeMs)
  useEffect(() => {
    left.current = lifeMs
  }, [turn])
  useEffect(() => {
    if (isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => closeSnackbar(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [id, turn, isPaused])
}

/** Under the pointer, or with the focus inside. Checked after each close too: an element that is removed fires no blur. */
function useIsUsed(stack: RefObject<HTMLElement | null>, snackbars: readonly Shown[]): boolean {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const box = stack.current
    if (box === null) return
    const update = () => setUsed(box.matches(':hover, :focus-within'))
    update()
    for (const name of pauseEvents) box.addEventListener(name, update)
    return () => {
      for (const name of pauseEvents) box.removeEventListener(name, update)
    }
  }, [stack, snackbars])
  return isUsed
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
