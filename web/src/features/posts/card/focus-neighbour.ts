type Where = {
  /** The id of what takes the focus where no row is left. */
  otherwise?: string
  isStaying?: (row: HTMLElement) => boolean
}

/** Call it before the row with the focus is removed: the focus moves to the next row, else the one before, else `otherwise`. */
export function focusNeighbour(
  rows: string,
  { otherwise = 'main', isStaying = () => true }: Where = {},
): void {
  const row = document.activeElement?.closest(rows)
  if (!row) return
  const all = [...document.querySelectorAll<HTMLElement>(rows)]
  const at = all.findIndex((one) => one === row)
  const next = all.slice(at + 1).find(isStaying) ?? all.slice(0, at).findLast(isStaying)
  const target = next?.hasAttribute('tabindex') ? next : next?.querySelector<HTMLElement>('a, button')
  const focusable = target ?? document.getElementById(otherwise)
  focusable?.focus({ preventScroll: true })
}
