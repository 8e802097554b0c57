/** Returns the digits of a typed or pasted amount, and the first point among them. */
function figuresIn(text: string): string {
  const [whole = '', ...rest] = text.replaceAll(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}

/** Formats 1000000.01 as 1,000,000.01, without rounding. */
export function withSeparators(figures: string): string {
  const [whole = '', ...decimals] = figures.split('.')
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.')
}

/** Returns the position after the first `count` digits. */
export function caretAfter(shown: string, count: number): number {
  let seen = 0
  let at = 0
  while (at < shown.length && seen < count) {
    if (shown[at] !== ',') seen += 1
    at += 1
  }
  return at
}

type Edit = { figures: string; typed: string; caret: number; isForward: boolean }

/**
 * Returns the price after one edit. Deleting a separator also deletes the digit beside it, since the separator would return.
 */
export function editedPrice({ figures, typed, caret, isForward }: Edit): { figures: string; before: number } {
  const next = figuresIn(typed)
  const before = figuresIn(typed.slice(0, caret)).length
  const isOnlySeparator = next === figures && typed.length === withSeparators(figures).length - 1
  if (!isOnlySeparator) return { figures: next, before }
  const gone = isForward ? before : before - 1
  return { figures: next.slice(0, gone) + next.slice(gone + 1), before: gone }
}
