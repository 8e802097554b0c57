/** How long a request to focus the composer is valid while another page is being left. */
const waitMs = 10_000

let focusRegistered: (() => void) | null = null
let requestedAt = 0

/** Focuses the composer, now or as soon as it is rendered. Returns whether it is already rendered. */
export function focusComposer(): boolean {
  if (focusRegistered === null) requestedAt = Date.now()
  else focusRegistered()
  return focusRegistered !== null
}

/** Registers a composer and returns the function that unregisters it. */
export function registerComposer(focus: () => void): () => void {
  focusRegistered = focus
  if (Date.now() - requestedAt < waitMs) {
    // Runs after a new page has moved the focus to its top.
    setTimeout(focus)
  }
  requestedAt = 0
  return () => {
    if (focusRegistered === focus) focusRegistered = null
  }
}
