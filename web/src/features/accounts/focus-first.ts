/** To the first field that something is said about. Fields are found by their name attribute. */
export function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  for (const name of names) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLElement) return field.focus()
  }
}
