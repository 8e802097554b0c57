import type { SyntheticEvent } from 'react'

/** To the first field of a sent form that something is said about; `names` are in the order of the fields. */
export function focusFirst(
  sent: SyntheticEvent | undefined,
  names: readonly string[],
  errors: Record<string, unknown>,
): void {
  const form = sent?.target
  const wrong = names.find((name) => errors[name])
  if (!(form instanceof HTMLFormElement) || wrong === undefined) return
  const field = form.elements.namedItem(wrong)
  if (field instanceof HTMLElement) field.focus()
}
