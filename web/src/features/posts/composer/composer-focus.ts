/** How long a request from another page waits for the composer. */
const waitMs = 10_000

let focusRegistered: (() => void) | null = null
let requestedAt = 0

/** Moves the focus to the composer, or will as soon as it is rendered. Returns whether it is there already. */
export function focusComposer(): boolean {
  if (focusRegistered === null) requestedAt = Date.now()
  else focusRegistered()
  return focusRegistered !== null
}

/** Returns the function that unregisters it. */
export function registerComposer(focus: () => void): () => void {
  focusRegistered = focus
  if (Date.now() - requestedAt < waitMs) {
    // After a new page has moved the focus to its top.
    setTimeout(focus)
  }
  requestedAt = 0
  return () => {
    if (focusRegistered === focus) focusRegistered = null
  }
}
