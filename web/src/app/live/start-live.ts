import type { QueryClient } from '@tanstack/react-query'
import { unsentValues } from '#web/lib/storage/member-store.ts'
import { pushOwner } from '#web/lib/storage/push-owner.ts'

const retryMs = 15_000

/**
 * Loaded after the page, so that it does not delay it; then sends what an earlier visit left unsent.
 * Returns what stops it.
 */
export function startLive(queryClient: QueryClient, memberId: number): () => void {
  let stop = whenLoaded(
    () => import('#web/app/live/live-events.ts'),
    ({ goLive }) => (stop = goLive({ queryClient, memberId })),
  )
  const stopSending = whenLoaded(
    () => loadUnsent(memberId),
    (unsent) => void unsent?.sendUnsent(queryClient, memberId),
  )
  if (pushOwner() !== null) {
    const renewing = import('#web/features/notifications/push/renew-push.ts')
    // If this fails, the next start does it.
    renewing.then(({ renewPush }) => renewPush(queryClient, memberId)).catch(() => {})
  }
  return () => {
    stop()
    stopSending()
  }
}

/** Loads code again until it is there. Returns what stops that. */
function whenLoaded<Code>(load: () => Promise<Code>, use: (code: Code) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  function start(): void {
    load().then(
      (code) => {
        if (!isOver) use(code)
      },
      () => {
        if (!isOver) timer = setTimeout(start, retryMs)
      },
    )
  }
  start()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Loads the code that sends what an earlier visit left unsent, if there is anything. */
async function loadUnsent(memberId: number) {
  return (await unsentValues(memberId)).length > 0 ? import('#web/app/start/send-unsent.ts') : null
}
