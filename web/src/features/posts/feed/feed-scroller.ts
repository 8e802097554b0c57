import { anchorsIn, navbarHeight, scrollToAnchors, type Anchor } from '#web/lib/navigation/scroll-anchor.ts'

export type PostAnchor = Anchor<number>

/** Somebody moves through a page, or presses something. */
export const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Returns the panel that a feed scrolls in, or null if the page itself scrolls, as on phones. */
export function scrollerOf(element: Element, isPanel: boolean): Element | null {
  if (!isPanel) return null
  for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box)
    if (overflowY === 'auto' || overflowY === 'scroll') return box
  }
  return null
}

export function postRowsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-post]')]
}

export function rowOfPost(list: Element, id: number): HTMLElement | null {
  return list.querySelector<HTMLElement>(`:scope > [data-post="${id}"]`)
}

export function postIdOf(row: HTMLElement): number {
  return Number(row.dataset['post'])
}

/** Returns the posts in sight with their distances from the top, or null above the first post. */
export function postAnchorsIn(list: Element, isPanel: boolean): PostAnchor[] | null {
  const box = scrollerOf(list, isPanel)
  const rows = postRowsOf(list)
  const anchors = anchorsIn(rows, box, postIdOf)
  const [first] = anchors
  if (first === undefined) return null
  const isAtTop =
    rows[0] && first.id === postIdOf(rows[0]) && first.offset >= (box === null ? navbarHeight : 0)
  return isAtTop ? null : anchors
}

/** Scrolls to the first anchor whose post is still in the list. */
export function scrollToPosts(list: Element, anchors: PostAnchor[], isPanel: boolean): HTMLElement | null {
  return scrollToAnchors(anchors, scrollerOf(list, isPanel), (id) => rowOfPost(list, id))
}

export function scrollToTop(list: Element, isPanel: boolean): void {
  const target = scrollerOf(list, isPanel) ?? window
  target.scrollTo({ top: 0, behavior: 'instant' })
}

/** Focuses a row and scrolls its start to where it can be read. */
export function focusRow(row: HTMLElement): void {
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'start', behavior: 'instant' })
}
