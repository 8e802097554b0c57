import { useLayoutEffect, type RefObject } from 'react'

let passedTo: Element | null = null

/** Moves the focus to the content when the box with Retry disappears, and back to Retry when the same error returns. */
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

/** Focuses the title of the page, or the dialog around `beside`. */
export function focusContent(beside?: Element): void {
  const main = document.getElementById('main')
  const target = beside?.closest('dialog') ?? main?.querySelector('h1') ?? main
  if (target?.localName === 'h1') target.tabIndex = -1
  target?.focus({ preventScroll: true })
  passedTo = target ?? null
}
