import type { QueryClient } from '@tanstack/react-query'
import { pushOwner } from '#web/lib/storage/push-owner.ts'
import { savedIds } from '#web/lib/storage/saved-json.ts'

const retryMs = 15_000

/**
 * Loaded after the page, so that it does not delay it; then sends the messages and comments that waited before a reload.
 * Returns what stops it.
 */
export function startLive(queryClient: QueryClient, memberId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let stop = () => {
    isOver = true
    clearTimeout(timer)
  }
  const onBlock = (userId: number) => {
    // If that cannot be loaded either, the whole page is reloaded.
    import('#web/entities/members/block-change.ts').then(
      ({ loadBlockChange }) => loadBlockChange(queryClient, userId),
      () => queryClient.invalidateQueries(),
    )
  }

  function load(): void {
    Promise.all([import('#web/features/messages/live/live-stream.ts'), loadUnsent(memberId)]).then(
      ([{ goLive }, [messages, comments]]) => {
        if (isOver) return
        stop = goLive({ queryClient, memberId, onBlock })
        messages?.sendAllMessages(queryClient, memberId)
        comments?.sendAllComments(queryClient, memberId)
      },
      () => {
        if (!isOver) timer = setTimeout(load, retryMs)
      },
    )
  }

  load()
  if (pushOwner() !== null) {
    const renewing = import('#web/features/notifications/push/renew-push.ts')
    // If this fails, the next start does it.
    renewing.then(({ renewPush }) => renewPush(queryClient, memberId)).catch(() => {})
  }
  return () => stop()
}

/** Loads the code that sends messages and comments which waited before a reload. */
function loadUnsent(memberId: number) {
  const isStored = (what: string) => savedIds(what, memberId).length > 0
  return Promise.all([
    isStored('message-outbox') ? import('#web/features/messages/outbox/message-outbox.ts') : null,
    isStored('comment-outbox') ? import('#web/features/posts/comments/add-comment.ts') : null,
  ])
}
