import type { QueryClient } from '@tanstack/react-query'

const answers = new EventTarget()
const answer = 'answer'

type Wait = {
  ms: number
  /** The wait never ends earlier than this. */
  minMs?: number
  /** A successful call does not shorten the wait. */
  ignoresAnswers?: boolean
  signal?: AbortSignal
}

/**
 * Returns whether background calls such as polls wait for the event `online`. A server on the same device can still
 * answer.
 */
export const isOffline = () => navigator.onLine === false

/** Ends the waits for retries, because the server has answered some call. */
export function notifyAnswered(): void {
  answers.dispatchEvent(new Event(answer))
}

/** Reports every successful call of the page. Returns a function that stops reporting. */
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

/** Waits, but ends early when the device is online again, the page gets the focus, or the server answers. */
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
