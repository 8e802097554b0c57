import { useLayoutEffect, type RefObject } from 'react'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'

/**
 * Moves the focus to the neighbour when the focused list item is removed, and from the last item to the button beside
 * the list.
 */
export function useNeighbourFocus(item: RefObject<HTMLElement | null>, selector = 'button'): void {
  useLayoutEffect(() => {
    const own = item.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const neighbour = own.nextElementSibling ?? own.previousElementSibling
      const beside = own.closest('section, fieldset')
      const target =
        neighbour?.querySelector<HTMLElement>(selector) ??
        beside?.querySelector<HTMLElement>(':scope > button, :scope > div > button')
      if (target) target.focus({ preventScroll: true })
      else focusContent(own)
    }
  }, [item, selector])
}
