import { addComment, commentLength } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addCommentToCache } from '#web/features/posts/comments/comments-api.ts'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call } from '#web/lib/net/call.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { deliverEntry, draftKey, newEntry } from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './comments.module.css'

const addFailed = 'Failed to post comment'

/** Whether a comment that a reload interrupted has arrived is known only once it is sent again. */
export function commentOutbox(memberId: number, postId: number): Outbox {
  const interruptedError = () => addFailed
  return { kind: 'comment', memberId, id: postId, interruptedError, warnsBeforeUnload: false }
}

/** No mutation, since it must finish and show its result even when the component is gone. */
export function useAddComment(outbox: Outbox): (entry: OutboxEntry) => Promise<void> {
  const queryClient = useQueryClient()
  const { id } = outbox
  return (entry) =>
    deliverEntry(queryClient, outbox, entry, {
      send: () => {
        const body = { comments: entry.text }
        return call(addComment, { params: { id }, body, idempotencyKey: entry.id })
      },
      onSent({ data }) {
        addCommentToCache(queryClient, id, data)
        announce('live-polite', 'Comment posted')
      },
      onFailed(failure) {
        const error = serverMessage(failure, addFailed)
        showSnackbar('error', error)
        if (isMissing(failure)) dropGonePost(queryClient, id)
        return { error }
      },
    })
}

type CommentBoxProps = { outbox: Outbox; onSend: (id: string) => void }

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function CommentBox({ outbox, onSend }: CommentBoxProps) {
  const add = useAddComment(outbox)
  const { draft: text, change } = useTextDraft(draftKey(outbox))

  useEffect(() => {
    if (location.hash === `#${commentField}`)
      document.getElementById(commentField)?.focus({ preventScroll: true })
  }, [])

  function send(): void {
    const entry = newEntry(text)
    onSend(entry.id)
    void add(entry)
    change('')
  }

  return (
    <SendField
      id={commentField}
      what="comment"
      max={commentLength}
      counterFrom={1800}
      text={text}
      onType={change}
      onSend={send}
      className={classes.box}
    />
  )
}
