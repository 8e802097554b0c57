import { addComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addCommentToCache } from '#web/features/posts/comments/comment-cache.ts'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call } from '#web/lib/net/call.ts'
import { isTemporary, retryUntilAnswered } from '#web/lib/net/retry-until-answered.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import {
  draftKey,
  entriesIn,
  isSaved,
  isShown,
  newEntry,
  removeEntry,
  saveEntry,
  saveFailed,
  unsentTexts,
} from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { propertyOf, savedIds } from '#web/lib/storage/saved-json.ts'
import { savedText } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const addFailed = 'Failed to post comment'
/** Ids of the entries that are being sent. */
const sending = new Set<string>()

export function commentOutbox(memberId: number, postId: number): Outbox {
  return { kind: 'comment', memberId, id: postId, interruptedError: addFailed, warnsBeforeUnload: false }
}

/** Returns the key of a reply draft. Each post has one, separate from the draft of a comment. */
function replyDraftKey({ memberId, id }: Outbox) {
  return { what: 'reply-draft', memberId, id }
}

/** Returns the draft key of the comment or reply that is being typed. */
export function typedDraftKey(outbox: Outbox, answered: Comment | null) {
  return answered === null ? draftKey(outbox) : replyDraftKey(outbox)
}

/** Returns the texts that the member wrote under a post and that never arrived. */
export function unsentComments(outbox: Outbox) {
  const reply = savedText(replyDraftKey(outbox))
  return [...unsentTexts(outbox), ...(reply === '' ? [] : [{ id: 'reply-draft', text: reply }])]
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

export function useAddComment(outbox: Outbox): (entry: OutboxEntry) => Promise<void> {
  const queryClient = useQueryClient()
  return (entry) => sendComment(queryClient, outbox, entry)
}

/** Sends the comments under all posts that a reload interrupted. */
export function sendAllComments(queryClient: QueryClient, memberId: number): void {
  for (const postId of savedIds('comment-outbox', memberId))
    void sendWaiting(queryClient, commentOutbox(memberId, postId))
}

/** Sends one comment at a time, so that they arrive in the order in which they were written. */
async function sendWaiting(queryClient: QueryClient, outbox: Outbox): Promise<void> {
  const isSignedIn = whileSignedIn()
  for (const { id } of entriesIn(queryClient, outbox)) {
    // The live stream may have delivered it while earlier ones were being sent.
    const entry = entriesIn(queryClient, outbox).find((one) => one.id === id)
    if (entry?.error === null && isSignedIn()) await sendComment(queryClient, outbox, entry)
  }
  // The count already includes a comment that had arrived before the reload.
  if (isSignedIn()) void queryClient.invalidateQueries({ queryKey: postKeys.one(outbox.id) })
}

/** Sends a comment. It is not a mutation, since it must finish and show its result after the component unmounts. */
async function sendComment(queryClient: QueryClient, outbox: Outbox, entry: OutboxEntry): Promise<void> {
  if (sending.has(entry.id)) return
  sending.add(entry.id)
  const isSignedIn = whileSignedIn()
  const { id } = outbox
  const reply = replyIn(entry)
  const body = { comments: entry.text, ...(reply && { parentId: reply.answersId }) }
  saveEntry(queryClient, outbox, entry)
  try {
    const added = await retryUntilAnswered(
      () => call(addComment, { params: { id }, body, idempotencyKey: entry.id }),
      () => isSaved(queryClient, outbox, entry),
    )
    // A member who has signed out must not send it again after signing in.
    if (added === null || !isSignedIn()) return removeEntry(queryClient, outbox, entry.id)
    // One batch, so that the text is never shown twice or not at all.
    notifyManager.batch(() => {
      addCommentToCache(queryClient, id, added.data)
      announce('live-polite', reply === null ? 'Comment posted' : 'Reply posted')
      removeEntry(queryClient, outbox, entry.id)
    })
  } catch (failure) {
    if (isSignedIn()) notifyManager.batch(() => reportFailed(queryClient, outbox, entry, failure))
  } finally {
    sending.delete(entry.id)
  }
}

function reportFailed(queryClient: QueryClient, outbox: Outbox, entry: OutboxEntry, failure: unknown): void {
  const reply = replyIn(entry)
  const error = isTemporary(failure) ? addFailed : serverMessage(failure, addFailed)
  // The row of the comment disappears together with a deleted post.
  const isRowShown = isShown(queryClient, outbox) && !(isMissing(failure) && reply === null)
  if (isRowShown) announce('live-assertive', error)
  else showSnackbar('error', error)
  if (isMissing(failure)) dropMissing(queryClient, outbox.id, reply)
  saveFailed(queryClient, outbox, { ...entry, error }, failure)
}

/** Drops what the server did not find. For a reply this may be the answered comment or the whole post. */
function dropMissing(queryClient: QueryClient, postId: number, reply: Reply | null): void {
  if (reply === null) return removeDeletedPost(queryClient, postId)
  void queryClient.invalidateQueries({ queryKey: postKeys.one(postId) })
  void queryClient.invalidateQueries({ queryKey: postKeys.comments(postId) })
}
