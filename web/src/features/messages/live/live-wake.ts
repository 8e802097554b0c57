import type { QueryClient } from '@tanstack/react-query'

const heard = new EventTarget()
const answer = 'answer'

type Pause = {
  ms: number
  /** Not sooner, however much is heard meanwhile. */
  leastMs?: number
  /** That the server answers something else says nothing about what this waits for. */
  isDeaf?: boolean
  signal?: AbortSignal
}

/** The server is there: what waits for it need not wait longer. */
export function notifyAnswered(): void {
  heard.dispatchEvent(new Event(answer))
}

/** Every call that succeeds tells it. Returns what stops that. */
export function tellAllAnswers(queryClient: QueryClient): () => void {
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

/** Cut short when the device is back on the network, the person comes back to the page, or the server answers. */
export async function pause({ ms, leastMs = 0, isDeaf = false, signal }: Pause): Promise<void> {
  const over = new AbortController()
  const began = performance.now()
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const wake = () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, Math.max(0, Math.min(ms, leastMs) - (performance.now() - began)))
    }
    signal?.addEventListener('abort', end, { signal: over.signal })
    window.addEventListener('online', end, { signal: over.signal })
    window.addEventListener('focus', wake, { signal: over.signal })
    if (!isDeaf) heard.addEventListener(answer, wake, { signal: over.signal })
  })
  over.abort()
}
