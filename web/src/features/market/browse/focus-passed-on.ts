import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** When a list item that has the focus is removed, the focus moves to its neighbour, and from the last one to the button beside the list. */
export function useFocusPassedOn(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = part.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const neighbour = own.nextElementSibling ?? own.previousElementSibling
      const beside = own.closest('section, fieldset')
      const target =
        neighbour?.querySelector<HTMLElement>('button') ??
        beside?.querySelector<HTMLElement>(':scope > button, :scope > div > button')
      target?.focus({ preventScroll: true })
    }
  }, [part])
}
