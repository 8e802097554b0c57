import { CallError } from '#web/lib/net/call.ts'

/** Focuses the first field of a form that has an error. `names` are in the order of the fields. */
export function focusFirstError(
  form: EventTarget | null | undefined,
  names: readonly string[],
  errors: Record<string, unknown>,
): void {
  const name = names.find((one) => errors[one])
  if (!(form instanceof HTMLFormElement) || name === undefined) return
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** Returns whether these fields already show all errors of a failure, so that the form need not repeat them. */
export function isShownAtFields(failure: Error, names: readonly string[]): boolean {
  if (!(failure instanceof CallError)) return false
  const shown = names.flatMap((name) => failure.fields[name] ?? [])
  return shown.length > 0 && failure.sentences.every((sentence) => shown.includes(sentence))
}
