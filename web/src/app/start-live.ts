import type { QueryClient } from '@tanstack/react-query'

const againMs = 15_000

/** Fetched once the page stands, so that it is in nobody's way. Returns what stops it. */
export function startLive(queryClient: QueryClient, memberId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let stop = () => {
    isOver = true
    clearTimeout(timer)
  }

  function load(): void {
    import('#web/features/messages/live.ts').then(
      ({ goLive }) => {
        if (!isOver) stop = goLive(queryClient, memberId)
      },
      () => {
        if (!isOver) timer = setTimeout(load, againMs)
      },
    )
  }

  load()
  return () => stop()
}
