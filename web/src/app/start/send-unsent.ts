import type { QueryClient } from '@tanstack/react-query'
import { valueKinds } from '#web/app/start/value-kinds.ts'
import { sendMessages } from '#web/features/messages/outbox/message-outbox.ts'
import { commentOutbox, sendComments } from '#web/features/posts/comments/add-comment.ts'
import { sendPosts } from '#web/features/posts/composer/post-outbox.ts'
import { reloadStored } from '#web/lib/storage/member-store.ts'
import { unsentReceivers } from '#web/lib/storage/outbox.ts'
import { sendValues } from '#web/lib/storage/value-outbox.ts'

/** Sends what waits in the outbox, also what an earlier visit left, whichever tab it was written in. */
export async function sendUnsent(queryClient: QueryClient, memberId: number): Promise<void> {
  await reloadStored(memberId)
  for (const { kind, id } of unsentReceivers(memberId)) {
    if (kind === 'value') void sendUnsentValues(queryClient, memberId)
    else if (kind === 'post') void sendPosts(queryClient, { memberId, groupId: id || null })
    else if (kind === 'message') void sendMessages(queryClient, { memberId, otherId: id })
    else void sendComments(queryClient, commentOutbox(memberId, id))
  }
}

/** Sends switches and counts that were changed without a connection. */
export function sendUnsentValues(queryClient: QueryClient, memberId: number): Promise<void> {
  return sendValues(queryClient, memberId, valueKinds)
}
