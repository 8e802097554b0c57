import type { Comment } from '@rootsquare/contract/posts'

const navbarHeight = 70
/** Long enough for a list to load again. */
const settleMs = 1000

let stopKeeping = (): void => undefined

/**
 * What is read must not jump when something above it comes or goes. Safari has no scroll anchoring, and other browsers leave
 * it out at times, so it is done here for all. Positions are those in the document: a reader who scrolls meanwhile is not
 * pulled back.
 */
export function keepInPlace(section: HTMLElement | null, change: () => void): void {
  stopKeeping()
  const anchor = section ? firstInSight(section) : undefined
  if (!section || !anchor) return change()
  const position = () => anchor.getBoundingClientRect().top + window.scrollY
  let last = position()
  const follow = () => {
    const moved = anchor.isConnected ? position() - last : 0
    last += moved
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  }
  const { style } = document.documentElement
  const sizes = new ResizeObserver(follow)
  const timer = setTimeout(() => stopKeeping(), settleMs)
  stopKeeping = () => {
    follow()
    sizes.disconnect()
    clearTimeout(timer)
    style.removeProperty('overflow-anchor')
    stopKeeping = () => undefined
  }
  style.setProperty('overflow-anchor', 'none')
  sizes.observe(section)
  change()
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
