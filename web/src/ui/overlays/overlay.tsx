import { useRouter } from '@tanstack/react-router'
import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { isTopLayer, openLayer, type OpenLayer } from '#web/lib/navigation/layers.ts'
import { usePressOutside } from '#web/ui/overlays/use-press-outside.ts'
import classes from './overlay.module.css'

const openers = new WeakMap<Element, Element | null>()

type OverlayProps = Omit<ComponentProps<'dialog'>, 'onClose' | 'open'> & {
  kind: 'dialog' | 'drawer' | 'popover' | 'screen'
  onClose: () => void
  /** Called for a press beside the panel, if that does not simply close it. */
  onPressOutside?: () => void
}

/**
 * The frame of everything that covers the page. Back, Esc and a press beside it close it; the focus moves in and later
 * back to where it was; the page below is inert and does not scroll. Needs an `aria-label` or `aria-labelledby`.
 * It does not use showModal(), which would make the snackbars and live regions inert along with the page.
 * The focus goes to the element marked data-autofocus, else to the panel itself.
 * A link or navigation from inside must replace (`<Link replace>`), so that Back does not lead to a closed overlay.
 */
export function Overlay({ kind, onClose, onPressOutside = onClose, className, ...panel }: OverlayProps) {
  const box = useRef<HTMLDivElement>(null)
  const outside = usePressOutside(onPressOutside)
  useOpenLayer(box, onClose)
  return createPortal(
    <div ref={box} className={classes.layer} data-layer>
      <div className={classes.backdrop} data-kind={kind} {...outside}>
        <dialog
          open
          aria-modal="true"
          tabIndex={-1}
          className={[classes.panel, classes[kind], className].join(' ')}
          {...panel}
        />
      </div>
    </div>,
    document.body,
  )
}

function useOpenLayer(box: RefObject<HTMLDivElement | null>, onClose: () => void): void {
  const router = useRouter()
  const id = useId()
  const close = useEffectEvent(onClose)
  // Read while rendering: by the time an effect runs, a field inside may have taken the focus.
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    if (box.current === null) return
    const layer: OpenLayer = { id, box: box.current, close: () => close() }
    const closeLayer = openLayer(router, layer)
    openers.set(box.current, opener)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isTopLayer(layer) && !isForOpenList(event)) layer.close()
    }
    // Chrome before 102, Safari before 15.5 and Firefox before 112 do not know `inert`.
    const onFocusIn = ({ target }: FocusEvent) => {
      if (isTopLayer(layer) && target instanceof Element && target.closest('[inert]')) focusInto(layer.box)
    }
    document.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('focusin', onFocusIn)
    focusInto(box.current)
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('focusin', onFocusIn)
      closeLayer()
      restoreFocus(opener)
    }
  }, [box, id, opener, router])
}

/** Esc in an open list of suggestions closes only that list. */
function isForOpenList(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
}

function focusInto(box: HTMLElement): void {
  if (box.contains(document.activeElement)) return
  const first = box.querySelector<HTMLElement>('[data-autofocus]') ?? box.querySelector('dialog')
  first?.focus({ preventScroll: true })
}

/** If the opener was in a layer that has closed, the focus moves to the opener of that layer. */
function restoreFocus(opener: Element | null): void {
  const layer = opener?.closest('[data-layer]')
  if (opener?.isConnected === false && layer) return restoreFocus(openers.get(layer) ?? null)
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = isThere ? opener : document.getElementById('main')
  target?.focus({ preventScroll: true })
}
