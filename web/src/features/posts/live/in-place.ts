import type { Comment } from '@rootsquare/contract/posts'

const navbarHeight = 70
/** Long enough for a list to load again. */
const settleMs = 1000

/** A browser without scroll anchoring would let what is read jump when something above it comes or goes. */
export function keepInPlace(section: HTMLElement | null, change: () => void): void {
  const anchor = section && firstInSight(section)
  const top = anchor?.getBoundingClientRect().top ?? 0
  change()
  if (!anchor) return
  const settled = new AbortController()
  const sizes = new ResizeObserver(() => {
    const moved = anchor.isConnected ? anchor.getBoundingClientRect().top - top : 0
    if (Math.abs(moved) > 0.5) window.scrollBy({ top: moved, behavior: 'instant' })
  })
  const settle = () => {
    sizes.disconnect()
    settled.abort()
  }
  sizes.observe(section)
  setTimeout(settle, settleMs)
  // The reader has scrolled, or the browser has done it by itself.
  document.addEventListener('scroll', settle, { signal: settled.signal })
}

function firstInSight(section: HTMLElement): Element | undefined {
  return [...section.querySelectorAll('[data-comment]')].find((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > navbarHeight && top < window.innerHeight
  })
}

/**
 * Whether a reply would push down comments that are in sight. Top comments are added at the end, and in a folded thread only
 * a number changes.
 */
export function movesWhatIsRead(section: HTMLElement | null, { parentId }: Comment): boolean {
  if (parentId === null) return false
  const thread = section?.querySelector(`[data-thread="${parentId}"]`)
  if (!thread || thread.nextElementSibling === null) return false
  if (thread.querySelector('[data-fold][aria-expanded="false"]') !== null) return false
  const { bottom } = thread.getBoundingClientRect()
  return bottom > navbarHeight && bottom < window.innerHeight
}
