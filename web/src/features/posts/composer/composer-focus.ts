/** A wish from another page is granted if the composer comes within this time. */
const wishMs = 10_000

let field: HTMLTextAreaElement | null = null
let wishedAt = 0

/** Puts the cursor into the composer, or will as soon as it is there. */
export function focusComposer(): void {
  if (field === null) wishedAt = Date.now()
  else show(field)
}

/** While the composer stands. Returns what takes it back. */
export function offerField(element: HTMLTextAreaElement): () => void {
  field = element
  if (Date.now() - wishedAt < wishMs) {
    // After a new page has taken the focus to its top.
    setTimeout(() => show(element))
  }
  wishedAt = 0
  return () => {
    if (field === element) field = null
  }
}

function show(element: HTMLTextAreaElement): void {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
}
