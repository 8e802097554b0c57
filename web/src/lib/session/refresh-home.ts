import type { MouseEvent } from 'react'

let startAnew: (() => void) | null = null

/** Registers a listener while home is shown. Returns a function that removes it. */
export function onHomeRefresh(run: () => void): () => void {
  startAnew = run
  return () => {
    if (startAnew === run) startAnew = null
  }
}

/** Handles links to home: on home itself they scroll to the top and load new posts. */
export function refreshHome(event: MouseEvent<HTMLAnchorElement>): void {
  const isForAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  // Home stays on the screen while the next page loads, and the link leads back to it.
  const isLeaving = event.currentTarget.pathname !== location.pathname
  if (startAnew === null || isForAnotherTab || isLeaving) return
  event.preventDefault()
  startAnew()
}
