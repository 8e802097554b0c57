/** How long a request from another page waits for the composer. */
const waitMs = 10_000

let field: HTMLTextAreaElement | null = null
let requestedAt = 0

/** Moves the focus to the composer, or will as soon as it is rendered. */
export function focusComposer(): void {
  if (field === null) requestedAt = Date.now()
  else focusField(field)
}

/** Returns the function that unregisters it. */
export function registerField(element: HTMLTextAreaElement): () => void {
  field = element
  if (Date.now() - requestedAt < waitMs) {
    // After a new page has moved the focus to its top.
    setTimeout(() => focusField(element))
  }
  requestedAt = 0
  return () => {
    if (field === element) field = null
  }
}

function focusField(element: HTMLTextAreaElement): void {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
}
