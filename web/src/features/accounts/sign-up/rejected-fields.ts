import { CallError } from '#web/lib/net/call.ts'

/** To the first field of a form that something is said about; `names` are in the order of the fields. */
export function focusFirst(
  form: EventTarget | null | undefined,
  names: readonly string[],
  errors: Record<string, unknown>,
): void {
  const wrong = names.find((name) => errors[name])
  if (!(form instanceof HTMLFormElement) || wrong === undefined) return
  const field = form.elements.namedItem(wrong)
  if (field instanceof HTMLElement) field.focus()
}

/** Whether all that a failure says stands at these fields of the form; then nothing beside it says it again. */
export function isSaidAtField(failure: Error, names: readonly string[]): boolean {
  if (!(failure instanceof CallError)) return false
  const said = names.flatMap((name) => failure.fields[name] ?? [])
  return said.length > 0 && failure.sentences.every((sentence) => said.includes(sentence))
}
