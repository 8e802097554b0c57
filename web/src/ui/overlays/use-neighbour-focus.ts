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
      if (!target) return focusContent(own)
      target.focus({ preventScroll: true })
      // The same update may move the list to another position, which takes the focus from what is in it.
      queueMicrotask(() => {
        if (document.activeElement === document.body) target.focus({ preventScroll: true })
      })
    }
  }, [item, selector])
}
