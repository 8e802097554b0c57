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
const holdEvents = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert }

/** The coloured snackbars. Spoken through the regions of index.html, so the boxes themselves stay silent. */
export function Snackbars() {
  const snackbars = useSnackbars()
  // Outside #root, which lies inert under an open dialog.
  return snackbars.length === 0 ? null : createPortal(<Stack snackbars={snackbars} />, document.body)
}

function Stack({ snackbars }: { snackbars: readonly Shown[] }) {
  const stack = useRef<HTMLElement>(null)
  const isHeld = useHeld(stack, snackbars)
  const isHidden = useHiddenTab()
  useOutOfTheWay(stack, snackbars)
  const focusedBefore = useFocusedBefore(stack)

  function close(id: number): void {
    const box = stack.current
    if (box?.contains(document.activeElement)) passFocusOn(box, focusedBefore.current)
    closeSnackbar(id)
  }

  return (
    <section ref={stack} className={classes.stack} aria-label="Notices">
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
  useLife(snackbar, isPaused)
  return (
    <div className={classes.snackbar} data-kind={snackbar.kind}>
      <Icon size={22} strokeWidth={1.9} aria-hidden="true" className={classes.icon} />
      <p className={classes.text}>{snackbar.text}</p>
      {snackbar.action}
      <button type="button" className={classes.close} onClick={onClose}>
        <X size={18} strokeWidth={2.2} aria-hidden="true" />
        Close
      </button>
    </div>
  )
}

/** Where it would cover the field one types in, or what a keyboard has reached, it stands at the top instead. */
function useOutOfTheWay(stack: RefObject<HTMLElement | null>, snackbars: readonly Shown[]): void {
  useLayoutEffect(() => {
    const box = stack.current
    const look = () => {
      if (box === null || box.contains(document.activeElement)) return
      const control = document.querySelector(':is(input, textarea, button, a):focus-visible')
      box.removeAttribute('data-top')
      const isOver = control && doMeet(box.getBoundingClientRect(), control.getBoundingClientRect())
      if (isOver) box.setAttribute('data-top', '')
    }
    look()
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [stack, snackbars])
}

function doMeet(a: DOMRect, b: DOMRect): boolean {
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right
}

/** To the neighbour, back to where it came from, or to what lies on top: never to nowhere. */
function passFocusOn(box: HTMLElement, before: Element | null): void {
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

/** Runs out after `lifeMs` of being looked at; time spent paused does not count. */
function useLife({ id, turn }: Shown, isPaused: boolean): void {
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

/** Under the pointer or with the focus inside. Looks again after each close: what leaves the page takes its blur along. */
function useHeld(stack: RefObject<HTMLElement | null>, snackbars: readonly Shown[]): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const box = stack.current
    if (box === null) return
    const look = () => setHeld(box.matches(':hover, :focus-within'))
    look()
    for (const name of holdEvents) box.addEventListener(name, look)
    return () => {
      for (const name of holdEvents) box.removeEventListener(name, look)
    }
  }, [stack, snackbars])
  return isHeld
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
