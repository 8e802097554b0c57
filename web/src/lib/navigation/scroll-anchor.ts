/** The bar at the top covers this much of a page. */
export const navbarHeight = 70
/** Some more rows than the first one, which may be gone when the position is restored. */
const maxAnchors = 5

/** The box that scrolls the rows, or null if the page itself does. */
type Scroller = Element | null
/** A row, and how far its start is below the top of the scroller. */
export type Anchor<Id> = { id: Id; offset: number }

/** Finds the index of the first row in sight by binary search, or returns -1. */
export function firstInSight(rows: Element[], scroller: Scroller): number {
  const edge = scroller === null ? navbarHeight : topOf(scroller)
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > edge + 1) high = middle
    else low = middle + 1
  }
  return low < rows.length ? low : -1
}

/** Returns the position of the reader: the rows in sight. */
export function anchorsIn<Id>(
  rows: HTMLElement[],
  scroller: Scroller,
  idOf: (row: HTMLElement) => Id,
): Anchor<Id>[] {
  const first = firstInSight(rows, scroller)
  if (first === -1) return []
  return rows
    .slice(first, first + maxAnchors)
    .map((row) => ({ id: idOf(row), offset: offsetOf(row, scroller) }))
}

/** Scrolls so that the first row that still exists is where it was. */
export function scrollToAnchors<Id>(
  anchors: Anchor<Id>[],
  scroller: Scroller,
  rowOf: (id: Id) => HTMLElement | null,
): HTMLElement | null {
  for (const { id, offset } of anchors) {
    const row = rowOf(id)
    if (row === null) continue
    const distance = offsetOf(row, scroller) - offset
    if (Math.abs(distance) > 0.5) (scroller ?? window).scrollBy({ top: distance, behavior: 'instant' })
    return row
  }
  return null
}

function offsetOf(row: Element, scroller: Scroller): number {
  return topOf(row) - (scroller === null ? 0 : topOf(scroller))
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}
