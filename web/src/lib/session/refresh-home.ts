import type { MouseEvent } from 'react'

let startAnew: (() => void) | null = null

/** While home is shown. Returns what removes it again. */
export function onHomeRefresh(run: () => void): () => void {
  startAnew = run
  return () => {
    if (startAnew === run) startAnew = null
  }
}

/** For links to home: on home itself they scroll to the top and load what is new. */
export function refreshHome(event: MouseEvent): void {
  const isForAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (startAnew === null || isForAnotherTab) return
  event.preventDefault()
  startAnew()
}
