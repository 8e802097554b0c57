import { addComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addCommentToCache } from '#web/features/posts/comments/comment-cache.ts'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { postKeys } from '#web/entities/posts/post-cache.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { deliverEntry, draftKey, isShown, newEntry, unsentTexts } from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { propertyOf } from '#web/lib/storage/saved-json.ts'
import { isTemporary, sendUntilAnswered } from '#web/lib/storage/send-until-answered.ts'
import { savedText } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const addFailed = 'Failed to post comment'

/** Whether a comment that a reload interrupted has arrived is known only once it is sent again. */
export function commentOutbox(memberId: number, postId: number): Outbox {
  const interruptedError = () => addFailed
  return { kind: 'comment', memberId, id: postId, interruptedError, warnsBeforeUnload: false }
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

/** No mutation, since it must finish and show its result even when the component is gone. */
export function useAddComment(outbox: Outbox): (entry: OutboxEntry) => Promise<void> {
  const queryClient = useQueryClient()
  const { id } = outbox
  return (entry) => {
    const reply = replyIn(entry)
    return deliverEntry(queryClient, outbox, entry, {
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
    })
  }
}

/** Where a reply finds nothing to answer, the comment may be gone or the whole post. */
function dropMissing(queryClient: QueryClient, postId: number, reply: Reply | null): void {
  if (reply === null) return dropGonePost(queryClient, postId)
  void queryClient.invalidateQueries({ queryKey: postKeys.one(postId) })
  void queryClient.invalidateQueries({ queryKey: postKeys.comments(postId) })
}
