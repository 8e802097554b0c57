const controls = 'input:not([hidden]), textarea, select, button'

/** Focuses the first field on the screen with an error. Returns whether there is one. */
export function focusFirstError(form: HTMLFormElement | null, errors: Record<string, unknown>): boolean {
  return focusFirst(form, (name) => Boolean(errors[name]))
}

export function focusFirstField(form: HTMLFormElement | null): void {
  focusFirst(form, () => true)
}

/** A field has a name; a group of controls has `data-field` with the names of its values. */
function focusFirst(form: HTMLFormElement | null, isWanted: (name: string) => boolean): boolean {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name], [data-field]') ?? [])]
  const field = fields.find((one) => namesOf(one).some(isWanted))
  if (field === undefined) return false
  const fold = field.closest('details')
  if (fold !== null) fold.open = true
  const inGroup =
    field.querySelector<HTMLElement>('[aria-invalid=true], [type=radio]:checked') ??
    field.querySelector<HTMLElement>(controls)
  const control = field.matches(controls) ? field : inGroup
  control?.focus()
  return true
}

function namesOf(field: HTMLElement): string[] {
  return (field.dataset['field'] ?? field.getAttribute('name') ?? '').split(' ')
}
