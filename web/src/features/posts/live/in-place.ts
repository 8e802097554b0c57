import type { Comment } from '@rootsquare/contract/posts'

const navbarHeight = 70
/** Long enough for a list to load again. */
const settleMs = 1000

let stopKeeping = (): void => undefined

/**
 * Safari has no scroll anchoring and would let what is read jump when something above it comes or goes. Positions are those
 * in the document, so that a reader who scrolls meanwhile is not pulled back.
 */
export function keepInPlace(section: HTMLElement | null, change: () => void): void {
  stopKeeping()
  const anchor = section && !hasScrollAnchoring() ? firstInSight(section) : undefined
  if (!section || !anchor) return change()
  const position = () => anchor.getBoundingClientRect().top + window.scrollY
  let last = position()
  const follow = () => {
    const moved = anchor.isConnected ? position() - last : 0
    last += moved
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  }
  const sizes = new ResizeObserver(follow)
  sizes.observe(section)
  const timer = setTimeout(() => stopKeeping(), settleMs)
  stopKeeping = () => {
    follow()
    sizes.disconnect()
    clearTimeout(timer)
    stopKeeping = () => undefined
  }
  change()
}

function hasScrollAnchoring(): boolean {
  return getComputedStyle(document.documentElement).overflowAnchor === 'auto'
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
