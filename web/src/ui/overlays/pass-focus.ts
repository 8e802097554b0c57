import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

let passedTo: Element | null = null

/** Whoever presses Retry goes on in what comes in its place; where the trouble comes again, at Retry. */
export function usePassFocus(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = box.current
    if (passedTo !== null && document.activeElement === passedTo) own?.querySelector('button')?.focus()
    passedTo = null
    return () => {
      if (own?.contains(document.activeElement)) focusContent(own)
    }
  }, [box])
}

/** The title of the page, or the dialog that `beside` lies in. */
export function focusContent(beside?: Element): void {
  const main = document.getElementById('main')
  const target = beside?.closest('dialog') ?? main?.querySelector('h1') ?? main
  if (target?.localName === 'h1') target.tabIndex = -1
  target?.focus({ preventScroll: true })
  passedTo = target ?? null
}
