import { firstInSight } from '#web/lib/navigation/scroll-anchor.ts'

/** This is long enough for a list to reload. */
const settleMs = 1000

let stopPreserving = (): void => undefined

/**
 * Prevents jumps of the page when a change adds or removes rows above the reader. Safari has no scroll anchoring, and
 * other browsers skip it at times, so it is done here for all. Positions are relative to the document, so that a reader
 * who scrolls is not pulled back.
 */
export function preserveScrollPosition(section: Element | null, selector: string, change: () => void): void {
  stopPreserving()
  const rows = [...(section?.querySelectorAll(selector) ?? [])]
  const anchor = rows[firstInSight(rows, null)]
  if (section === null || anchor === undefined || anchor.getBoundingClientRect().top >= window.innerHeight)
    return change()
  const position = () => anchor.getBoundingClientRect().top + window.scrollY
  let last = position()
  const follow = () => {
    const moved = anchor.isConnected ? position() - last : 0
    last += moved
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  }
  const { style } = document.documentElement
  const sizes = new ResizeObserver(follow)
  const timer = setTimeout(() => stopPreserving(), settleMs)
  stopPreserving = () => {
    follow()
    sizes.disconnect()
    clearTimeout(timer)
    style.removeProperty('overflow-anchor')
    stopPreserving = () => undefined
  }
  style.setProperty('overflow-anchor', 'none')
  sizes.observe(section)
  change()
}
