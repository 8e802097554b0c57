import { findLast } from '#web/lib/browser/lists.ts'
type FocusOptions = {
  /** The id of the element that takes the focus if no row is left. */
  otherwise?: string
  isStaying?: (row: HTMLElement) => boolean
}

/** Focuses the next row, else the previous one, else `otherwise`. Call it before the focused row is removed. */
export function focusNeighbour(
  rows: string,
  { otherwise = 'main', isStaying = () => true }: FocusOptions = {},
): void {
  const row = document.activeElement?.closest(rows)
  if (!row) return
  const all = [...document.querySelectorAll<HTMLElement>(rows)]
  const at = all.findIndex((one) => one === row)
  const next = all.slice(at + 1).find(isStaying) ?? findLast(all.slice(0, at), isStaying)
  const target = next?.hasAttribute('tabindex') ? next : next?.querySelector<HTMLElement>('a, button')
  const focusable = target ?? document.getElementById(otherwise)
  focusable?.focus({ preventScroll: true })
}
