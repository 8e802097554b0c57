import type { QueryClient } from '@tanstack/react-query'
import { wait } from '#web/lib/net/wait.ts'
import { unsentValues } from '#web/lib/storage/member-store.ts'
import { pushOwner } from '#web/lib/storage/push-owner.ts'
import { onValueWaiting } from '#web/lib/storage/waiting-value.ts'

const retryMs = 15_000

/**
 * Loaded after the page, so that it does not delay it; then sends what an earlier visit left unsent, and what begins to
 * wait while no component sends it. Returns what stops it.
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
  let stopValues = () => {}
  const stopWatching = onValueWaiting(() => {
    stopValues()
    stopValues = whenLoaded(importUnsent, (unsent) => void unsent.sendUnsentValues(queryClient, memberId))
  })
  if (pushOwner() !== null) {
    const renewing = import('#web/features/notifications/push/renew-push.ts')
    // If this fails, the next start does it.
    renewing.then(({ renewPush }) => renewPush(queryClient, memberId)).catch(() => {})
  }
  return () => {
    stop()
    stopWatching()
    stopSending()
    stopValues()
  }
}

/** Loads code again until it is there, and at once when the connection is back. Returns what stops that. */
function whenLoaded<Code>(load: () => Promise<Code>, use: (code: Code) => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const start = (): Promise<void> =>
    load().then(
      (code) => {
        if (!signal.aborted) use(code)
      },
      async () => {
        await wait({ ms: retryMs, signal })
        if (!signal.aborted) await start()
      },
    )
  void start()
  return () => over.abort()
}

const importUnsent = () => import('#web/app/start/send-unsent.ts')

/** Loads the code that sends what an earlier visit left unsent, if there is anything. */
async function loadUnsent(memberId: number) {
  return (await unsentValues(memberId)).length > 0 ? importUnsent() : null
}
