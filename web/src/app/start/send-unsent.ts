import type { QueryClient } from '@tanstack/react-query'
import { sendMessages } from '#web/features/messages/outbox/message-outbox.ts'
import { commentOutbox, sendComments } from '#web/features/posts/comments/add-comment.ts'
import { sendPosts } from '#web/features/posts/composer/post-outbox.ts'
import { reloadStored } from '#web/lib/storage/member-store.ts'
import { unsentReceivers } from '#web/lib/storage/outbox.ts'

/** Sends the posts, comments and messages that an earlier visit left, whichever tab they were written in. */
export async function sendUnsent(queryClient: QueryClient, memberId: number): Promise<void> {
  await reloadStored(memberId)
  for (const { kind, id } of unsentReceivers(memberId)) {
    if (kind === 'post') void sendPosts(queryClient, { memberId, groupId: id || null })
    else if (kind === 'message') void sendMessages(queryClient, { memberId, otherId: id })
    else void sendComments(queryClient, commentOutbox(memberId, id))
  }
}
