import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** From a part of a list that goes to its neighbour, and from the last one to the button that stands beside the list. */
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
