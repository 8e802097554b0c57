import type { QueryClient } from '@tanstack/react-query'
import { pushOwner } from '#web/lib/storage/push-owner.ts'
import { savedIds } from '#web/lib/storage/saved-json.ts'

const retryMs = 15_000

/**
 * Loaded after the page, so that it does not delay it; then sends the messages that waited before a reload. Returns what
 * stops it.
 */
export function startLive(queryClient: QueryClient, memberId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let stop = () => {
    isOver = true
    clearTimeout(timer)
  }
  const onBlock = (userId: number) => {
    // If even that cannot be loaded, everything is loaded again.
    import('#web/entities/members/block-change.ts').then(
      ({ loadBlockChange }) => loadBlockChange(queryClient, userId),
      () => queryClient.invalidateQueries(),
    )
  }

  function load(): void {
    const hasWaiting = savedIds('message-outbox', memberId).length > 0
    const outbox = hasWaiting ? import('#web/features/messages/outbox/outbox.ts') : null
    Promise.all([import('#web/features/messages/live/live.ts'), outbox]).then(
      ([{ goLive }, waiting]) => {
        if (isOver) return
        stop = goLive({ queryClient, memberId, onBlock })
        waiting?.sendAllWaiting(queryClient, memberId)
      },
      () => {
        if (!isOver) timer = setTimeout(load, retryMs)
      },
    )
  }

  load()
  if (pushOwner() !== null) {
    const renewing = import('#web/features/notifications/push/renew-push.ts')
    // If it fails, the next start does it.
    renewing.then(({ renewPush }) => renewPush(queryClient, memberId)).catch(() => {})
  }
  return () => stop()
}
