import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { usePageVisible } from '#web/lib/browser/use-page-visible.ts'
import { closeSnackbar, useSnackbars, type Snackbar as Shown } from '#web/ui/feedback/snackbar-queue.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './snackbar.module.css'

const lifeMs = 5000
/** The longest pause, however long the pointer rests on the snackbar or the tab is hidden. */
const longestPauseMs = 30_000
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert }

/** Screen readers read snackbars from the live regions of index.html, so the boxes have no role. */
export function Snackbars() {
  const snackbars = useSnackbars()
  useEffect(() => {
    document.addEventListener('pointerdown', rememberPressed)
    return () => document.removeEventListener('pointerdown', rememberPressed)
  }, [])
  // Snackbars are outside #root, which is inert under an open dialog.
  return snackbars.length === 0 ? null : createPortal(<Stack snackbars={snackbars} />, document.body)
}

function Stack({ snackbars }: { snackbars: readonly Shown[] }) {
  const stack = useRef<HTMLElement>(null)
  const [isHovered, setHovered] = useState(false)
  const { isFocused, focusedBefore } = useFocusInside(stack, snackbars)
  const isHidden = !usePageVisible()
  useFreeControl(stack, snackbars)

  function close(id: number): void {
    const box = stack.current
    if (box?.contains(document.activeElement)) moveFocusOut(box, focusedBefore.current)
    closeSnackbar(id)
  }

  return (
    <section
      ref={stack}
      className={classes.stack}
      aria-label="Notices"
      // After a touch, browsers report hover until something else is touched.
      onPointerEnter={({ pointerType }) => setHovered(pointerType !== 'touch')}
      onPointerLeave={() => setHovered(false)}
    >
      {snackbars.map((snackbar) => (
        <Snackbar
          key={snackbar.id}
          snackbar={snackbar}
          isPaused={isHovered || isFocused || isHidden}
          onClose={() => close(snackbar.id)}
        />
      ))}
    </section>
  )
}

type SnackbarProps = { snackbar: Shown; isPaused: boolean; onClose: () => void }

function Snackbar({ snackbar, isPaused, onClose }: SnackbarProps) {
  const icon = icons[snackbar.kind]
  useAutoClose(snackbar, isPaused)
  return (
    <div className={`${classes.snackbar} display-flex align-top gap-s radius-m`} data-kind={snackbar.kind}>
      <Icon of={icon} className="rigid margin-top-s" />
      <p className="grow breakable pad-y-s semibold">{snackbar.text}</p>
      {snackbar.action}
      <button type="button" className={classes.close} onClick={onClose}>
        <Icon of={X} />
        Close
      </button>
    </div>
  )
}

const controls = 'input, textarea, select, button, a, label'
const placeEvents = ['focusin', 'pointerup', 'resize', 'scrollend']
/** Bars and buttons whose position CSS does not know and that people are likely to press next. */
const bars = '[data-summary], [data-action-bar]'

/** Moves to the top of the screen if it would cover a bar, the control that has the focus, or the one pressed last. */
function useFreeControl(stack: RefObject<HTMLElement | null>, snackbars: readonly Shown[]): void {
  useLayoutEffect(() => {
    const box = stack.current
    const update = () => {
      box?.toggleAttribute('data-over-layer', document.querySelector('[data-layer]') !== null)
      box?.toggleAttribute('data-over-bar', document.querySelector('nav') !== null)
      if (box === null || box.contains(document.activeElement)) return
      box.removeAttribute('data-top')
      const focused = document.querySelector(`:is(${controls}):focus-visible`)
      const used = [focused, pressed, ...document.querySelectorAll(bars)]
      const place = box.getBoundingClientRect()
      if (used.some((one) => one?.isConnected && doOverlap(place, one.getBoundingClientRect())))
        box.setAttribute('data-top', '')
    }
    update()
    // A bar may appear after the snackbar. Scrolling happens inside the page, so the listener captures.
    const changes = new MutationObserver(update)
    changes.observe(document.body, { childList: true, subtree: true })
    for (const name of placeEvents) window.addEventListener(name, update, true)
    return () => {
      changes.disconnect()
      for (const name of placeEvents) window.removeEventListener(name, update, true)
    }
  }, [stack, snackbars])
}

/** A control that is pressed repeatedly, such as a stepper, must not be covered by the snackbar of its first press. */
let pressed: Element | null = null

function rememberPressed({ target }: PointerEvent): void {
  const control = target instanceof Element ? target.closest(controls) : null
  if (!control?.closest(`.${classes.stack}`)) pressed = control
}

function doOverlap(a: DOMRect, b: DOMRect): boolean {
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right
}

/** Moves the focus to the next snackbar, to where it was, or to the top layer; otherwise the browser would lose it. */
function moveFocusOut(box: HTMLElement, before: Element | null): void {
  const buttons = [...box.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const isThere = before instanceof HTMLElement && before.isConnected && before.closest('[inert]') === null
  const back = isThere ? before : document.querySelector<HTMLElement>('[data-layer]:not([inert]) dialog')
  const target = buttons[at + 1] ?? buttons[at - 1] ?? back ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}

/**
 * Returns whether a snackbar has the keyboard focus. Checked after each close too, since a removed element fires no
 * blur.
 */
function useFocusInside(stack: RefObject<HTMLElement | null>, snackbars: readonly Shown[]) {
  const focusedBefore = useRef<Element>(null)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const box = stack.current
    const check = () => setFocused(box?.querySelector(':focus-visible') != null)
    const onFocusIn = ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof Element && !box?.contains(from)) focusedBefore.current = from
      check()
    }
    check()
    box?.addEventListener('focusin', onFocusIn)
    box?.addEventListener('focusout', check)
    return () => {
      box?.removeEventListener('focusin', onFocusIn)
      box?.removeEventListener('focusout', check)
    }
  }, [stack, snackbars])
  return { isFocused, focusedBefore }
}

/** Closes after `lifeMs` on screen. Time spent paused does not count, up to `longestPauseMs`. */
function useAutoClose({ id, turn }: Shown, isPaused: boolean): void {
  const left = useRef({ life: lifeMs, pause: longestPauseMs })
  useEffect(() => {
    left.current = { life: lifeMs, pause: longestPauseMs }
  }, [turn])
  useEffect(() => {
    const startedAt = performance.now()
    const { life, pause } = left.current
    const timer = setTimeout(() => closeSnackbar(id), isPaused ? pause + life : life)
    return () => {
      clearTimeout(timer)
      const spent = performance.now() - startedAt
      const paused = isPaused ? Math.min(spent, pause) : 0
      left.current = { life: life - (spent - paused), pause: pause - paused }
    }
  }, [id, turn, isPaused])
}
