import type { MouseEvent } from 'react'

let startAnew: (() => void) | null = null

/** While home stands. Returns what takes it back. */
export function offerHomeAgain(run: () => void): () => void {
  startAnew = run
  return () => {
    if (startAnew === run) startAnew = null
  }
}

/** For links that lead home: who is there already is taken to its top and shown what is new. */
export function homeAgain(event: MouseEvent): void {
  const isForAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (startAnew === null || isForAnotherTab) return
  event.preventDefault()
  startAnew()
}
