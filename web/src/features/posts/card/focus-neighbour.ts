type Where = {
  /** The id of what takes the focus where no row is left. */
  otherwise?: string
  isStaying?: (row: HTMLElement) => boolean
}

/** Before the row that holds the focus goes: to the one after it, else the one before, else where it is told. */
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
  const safe = target ?? document.getElementById(otherwise)
  safe?.focus({ preventScroll: true })
}
