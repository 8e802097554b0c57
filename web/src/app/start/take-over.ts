const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/**
 * On a slow connection people type into the form that the server sent before the app arrives. Returns a function that gives
 * the app's form, which replaces it, the texts, the focus and the press on its button.
 */
export function takeOver(root: HTMLElement): () => void {
  const isSent = root.dataset.first === 'sent'
  delete root.dataset.first
  const fields = [...root.querySelectorAll('input')]
  const typed = fields.filter(({ value, defaultValue }) => value !== defaultValue)
  const focused = fields.find((field) => field === document.activeElement)
  const sameAs = ({ name }: HTMLInputElement) => root.querySelector<HTMLInputElement>(`[name="${name}"]`)
  return () => {
    for (const before of typed) {
      const field = sameAs(before)
      // React learns of it by the event only if its own setter did not see the change.
      setValue?.call(field, before.value)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (focused) sameAs(focused)?.focus()
    if (isSent) root.querySelector<HTMLElement>('[type=submit]')?.click()
  }
}
