import { addComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addCommentToCache } from '#web/features/posts/comments/comment-cache.ts'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { deliverEntry, draftKey, entriesIn, isShown, newEntry, unsentTexts } from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { propertyOf, savedIds } from '#web/lib/storage/saved-json.ts'
import { isTemporary, sendUntilAnswered } from '#web/lib/storage/send-until-answered.ts'
import { savedText } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const addFailed = 'Failed to post comment'
/** Ids of the entries that are being sent. */
const sending = new Set<string>()

export function commentOutbox(memberId: number, postId: number): Outbox {
  return { kind: 'comment', memberId, id: postId, interruptedError: addFailed, warnsBeforeUnload: false }
}

/** One for each post, apart from the comment that is being typed. */
function replyDraftKey({ memberId, id }: Outbox) {
  return { what: 'reply-draft', memberId, id }
}

/** Of what is being typed: a comment, or a reply. */
export function typedKey(outbox: Outbox, answered: Comment | null) {
  return answered === null ? draftKey(outbox) : replyDraftKey(outbox)
}

/** All that the member wrote under a post and that never reached it. */
export function unsentComments(outbox: Outbox) {
  const reply = savedText(replyDraftKey(outbox))
  return [...unsentTexts(outbox), ...(reply === '' ? [] : [{ id: 'reply-draft', text: reply }])]
}

/** `answersId` is the comment that it replies to, `threadId` the top comment of that thread. */
type Reply = { answersId: number; threadId: number }

export function commentEntry(text: string, answered: Comment | null): OutboxEntry {
  if (answered === null) return newEntry(text)
  return newEntry(text, { answersId: answered.id, threadId: answered.parentId ?? answered.id })
}

/** Null for a top comment. */
export function replyIn({ item }: OutboxEntry): Reply | null {
  const [answersId, threadId] = [propertyOf(item, 'answersId'), propertyOf(item, 'threadId')]
  return typeof answersId === 'number' && typeof threadId === 'number' ? { answersId, threadId } : null
}

export function useAddComment(outbox: Outbox): (entry: OutboxEntry) => Promise<void> {
  const queryClient = useQueryClient()
  return (entry) => deliver(queryClient, outbox, entry)
}

/** Sends what a reload interrupted, under all posts. */
export function sendAllComments(queryClient: QueryClient, memberId: number): void {
  for (const postId of savedIds('comment-outbox', memberId))
    void sendWaiting(queryClient, commentOutbox(memberId, postId))
}

/** One at a time, so that they arrive in the order in which they were written. */
async function sendWaiting(queryClient: QueryClient, outbox: Outbox): Promise<void> {
  const isSignedIn = whileSignedIn()
  for (const { id } of entriesIn(queryClient, outbox)) {
    // The live stream may have brought it while those before it were sent.
    const entry = entriesIn(queryClient, outbox).find((one) => one.id === id)
    if (entry?.error === null && isSignedIn()) await deliver(queryClient, outbox, entry)
  }
  // One that had arrived before the reload was in the count already.
  if (isSignedIn()) void queryClient.invalidateQueries({ queryKey: postKeys.one(outbox.id) })
}

/** No mutation, since it must finish and show its result even when the component is gone. */
async function deliver(queryClient: QueryClient, outbox: Outbox, entry: OutboxEntry): Promise<void> {
  if (sending.has(entry.id)) return
  sending.add(entry.id)
  const { id } = outbox
  const reply = replyIn(entry)
  await deliverEntry(queryClient, outbox, entry, {
    send: () => {
      const body = { comments: entry.text, ...(reply && { parentId: reply.answersId }) }
      const send = () => call(addComment, { params: { id }, body, idempotencyKey: entry.id })
      return sendUntilAnswered(queryClient, outbox, entry.id, send)
    },
    onSent(added) {
      if (added === null) return
      addCommentToCache(queryClient, id, added.data)
      announce('live-polite', reply === null ? 'Comment posted' : 'Reply posted')
    },
    onFailed(failure) {
      const error = isTemporary(failure) ? addFailed : serverMessage(failure, addFailed)
      // A post that is gone takes the row of the comment along.
      const isRowShown = isShown(queryClient, outbox) && !(isMissing(failure) && reply === null)
      if (isRowShown) announce('live-assertive', error)
      else showSnackbar('error', error)
      if (isMissing(failure)) dropMissing(queryClient, id, reply)
      return { error }
    },
  }).finally(() => sending.delete(entry.id))
}

/** Where a reply finds nothing to answer, the comment may be gone or the whole post. */
function dropMissing(queryClient: QueryClient, postId: number, reply: Reply | null): void {
  if (reply === null) return dropGonePost(queryClient, postId)
  void queryClient.invalidateQueries({ queryKey: postKeys.one(postId) })
  void queryClient.invalidateQueries({ queryKey: postKeys.comments(postId) })
}
