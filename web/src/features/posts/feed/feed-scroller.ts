const navbarHeight = 70
const someRows = 5

export type Anchor = { id: number; offset: number }

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

/** Finds the index of the first row in sight by binary search, or returns -1. */
export function firstInSight(rows: HTMLElement[], box: Element | null): number {
  const edge = box === null ? navbarHeight : box.getBoundingClientRect().top
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > edge + 1) high = middle
    else low = middle + 1
  }
  return low < rows.length ? low : -1
}

/** Returns the posts in sight with their distances from the top, or null above the first post. */
export function anchorsIn(list: Element, isPanel: boolean): Anchor[] | null {
  const box = scrollerOf(list, isPanel)
  const rows = postRowsOf(list)
  const first = firstInSight(rows, box)
  const top = topOf(box)
  if (first === -1) return null
  const anchors = rows
    .slice(first, first + someRows)
    .map((row) => ({ id: postIdOf(row), offset: row.getBoundingClientRect().top - top }))
  const isAtTop = first === 0 && (anchors[0]?.offset ?? 0) >= (box === null ? navbarHeight : 0)
  return isAtTop ? null : anchors
}

/** Scrolls to the first anchor whose post is still in the list. */
export function scrollToAnchors(list: Element, anchors: Anchor[], isPanel: boolean): HTMLElement | null {
  const box = scrollerOf(list, isPanel)
  for (const { id, offset } of anchors) {
    const row = rowOfPost(list, id)
    if (row === null) continue
    const distance = row.getBoundingClientRect().top - topOf(box) - offset
    if (Math.abs(distance) > 0.5) (box ?? window).scrollBy({ top: distance, behavior: 'instant' })
    return row
  }
  return null
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

function topOf(box: Element | null): number {
  return box === null ? 0 : box.getBoundingClientRect().top
}
