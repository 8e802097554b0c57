import type { QueryClient } from '@tanstack/react-query'

const answers = new EventTarget()
const answer = 'answer'

type Wait = {
  ms: number
  /** At least this long, whatever happens meanwhile. */
  minMs?: number
  /** Another call that succeeds does not shorten it. */
  ignoresAnswers?: boolean
  signal?: AbortSignal
}

/** What nobody asked for, such as a poll, then waits for the event `online`. A server on the same device answers all the same. */
export const isOffline = () => navigator.onLine === false

/** The server has answered something, so a retry need not wait longer. */
export function notifyAnswered(): void {
  answers.dispatchEvent(new Event(answer))
}

/** Reports every successful call of the page. Returns a function that stops it. */
export function watchAnswers(queryClient: QueryClient): () => void {
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
        notifyAnswered()
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') notifyAnswered()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Ends early when the device is online again, the page gets the focus, or the server answers. */
export async function wait({ ms, minMs = 0, ignoresAnswers = false, signal }: Wait): Promise<void> {
  const over = new AbortController()
  const began = performance.now()
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const shorten = () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, Math.max(0, Math.min(ms, minMs) - (performance.now() - began)))
    }
    signal?.addEventListener('abort', end, { signal: over.signal })
    window.addEventListener('online', end, { signal: over.signal })
    window.addEventListener('focus', shorten, { signal: over.signal })
    if (!ignoresAnswers) answers.addEventListener(answer, shorten, { signal: over.signal })
  })
  over.abort()
}
