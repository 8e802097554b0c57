import { addComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addCommentToCache } from '#web/features/posts/comments/comment-cache.ts'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { isTemporary } from '#web/lib/net/retry-until-answered.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { sendStored, storedCall } from '#web/lib/net/stored-call.ts'
import {
  draftKey,
  isShown,
  newEntry,
  saveEntries,
  saveFailed,
  withoutError,
} from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { sendWaiting } from '#web/lib/storage/outbox-sender.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const addFailed = 'Failed to post comment'

export function commentOutbox(memberId: number, postId: number): Outbox {
  return {
    kind: 'comment',
    memberId,
    id: postId,
    interruptedError: addFailed,
    callOf: (entry) => callOf(postId, entry),
  }
}

/** Returns the draft key of the comment or reply that is being typed. */
export function typedDraftKey(outbox: Outbox, answered: Comment | null) {
  return draftKey(outbox, answered === null ? 'comment' : 'reply')
}

/** `answersId` is the comment that it replies to, and `threadId` is the top comment of that thread. */
type Reply = { answersId: number; threadId: number }

export function commentEntry(text: string, answered: Comment | null): OutboxEntry {
  if (answered === null) return newEntry(text)
  return newEntry(text, { answersId: answered.id, threadId: answered.parentId ?? answered.id })
}

/** Returns what an entry replies to, and null for a top comment. */
export function replyIn({ item }: OutboxEntry): Reply | null {
  const [answersId, threadId] = [propertyOf(item, 'answersId'), propertyOf(item, 'threadId')]
  return typeof answersId === 'number' && typeof threadId === 'number' ? { answersId, threadId } : null
}

/** The ids of what was not left by an earlier visit or another tab. */
const writtenHere = new Set<string>()

export function useAddComment(outbox: Outbox): (entry: OutboxEntry) => void {
  const queryClient = useQueryClient()
  return (entry) => {
    writtenHere.add(entry.id)
    saveEntries(outbox, [withoutError(entry)])
    void sendComments(queryClient, outbox)
  }
}

/** It is not a mutation, since it must finish and show its result after the component unmounts. */
export function sendComments(queryClient: QueryClient, outbox: Outbox): Promise<void> {
  return sendWaiting({
    outbox,
    waitsForFailed: false,
    send: (entry) => sendStored(callOf(outbox.id, entry), entry.id),
    onSent: (entry, { data }) => {
      addCommentToCache(queryClient, outbox.id, data)
      // It may have arrived before the reload, and then the count includes it already.
      if (!writtenHere.has(entry.id))
        void queryClient.invalidateQueries({ queryKey: postKeys.one(outbox.id) })
      announce('live-polite', replyIn(entry) === null ? 'Comment posted' : 'Reply posted')
    },
    onFailed: (entry, failure) => reportFailed(queryClient, outbox, entry, failure),
  })
}

function callOf(id: number, entry: OutboxEntry) {
  const reply = replyIn(entry)
  const body = { comments: entry.text, ...(reply && { parentId: reply.answersId }) }
  return storedCall(addComment, { params: { id }, body })
}

function reportFailed(queryClient: QueryClient, outbox: Outbox, entry: OutboxEntry, failure: unknown): void {
  const reply = replyIn(entry)
  const error = isTemporary(failure) ? addFailed : serverMessage(failure, addFailed)
  // The row of the comment disappears together with a deleted post.
  const isRowShown = isShown(outbox) && !(isMissing(failure) && reply === null)
  if (isRowShown) announce('live-assertive', error)
  else showSnackbar('error', error)
  if (isMissing(failure)) dropMissing(queryClient, outbox.id, reply)
  saveFailed(outbox, { ...entry, error }, failure)
}

/** Drops what the server did not find. For a reply this may be the answered comment or the whole post. */
function dropMissing(queryClient: QueryClient, postId: number, reply: Reply | null): void {
  if (reply === null) return removeDeletedPost(queryClient, postId)
  void queryClient.invalidateQueries({ queryKey: postKeys.one(postId) })
  void queryClient.invalidateQueries({ queryKey: postKeys.comments(postId) })
}
