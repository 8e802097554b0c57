import { useEffect, type RefObject } from 'react'

const lineDelta = 40
const overlapPx = 40

/**
 * On wide screens the feed scrolls and the page does not: wheel and keys scroll the feed wherever the pointer or the focus
 * is.
 */
export function usePanelScroll(panel: RefObject<HTMLElement | null>, isPanel: boolean): void {
  useEffect(() => {
    if (!isPanel) return
    const onWheel = (event: WheelEvent) => {
      const box = panel.current
      if (box === null || event.ctrlKey || isForSomethingElse(event.target, box)) return
      box.scrollBy({ top: event.deltaMode === 0 ? event.deltaY : event.deltaY * lineDelta })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const box = panel.current
      const isAtRest = event.target === document.body || event.target === document.getElementById('main')
      if (box === null || !isAtRest || event.ctrlKey || event.metaKey || event.altKey) return
      const top = stepFor(event, box)
      if (top === undefined) return
      event.preventDefault()
      box.scrollBy({ top })
    }
    document.addEventListener('wheel', onWheel, { passive: true })
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('wheel', onWheel)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [panel, isPanel])
}

/** Returns true inside the panel itself, over a layer, or when the page can scroll. */
function isForSomethingElse(target: EventTarget | null, box: HTMLElement): boolean {
  const page = document.documentElement
  const isPageScrollable = page.scrollHeight > page.clientHeight + 1
  if (isPageScrollable || !(target instanceof Element)) return true
  return box.contains(target) || target.closest('[data-layer], [role=listbox], header') !== null
}

function stepFor({ key, shiftKey }: KeyboardEvent, { clientHeight, scrollHeight }: HTMLElement) {
  const page = clientHeight - overlapPx
  const steps: Record<string, number> = {
    ArrowDown: lineDelta,
    ArrowUp: -lineDelta,
    PageDown: page,
    PageUp: -page,
    ' ': shiftKey ? -page : page,
    End: scrollHeight,
    Home: -scrollHeight,
  }
  return steps[key]
}
