import { commentLength } from '@rootsquare/contract/posts'
import { useEffect } from 'react'
import { useAddComment } from '#web/features/posts/comments/comments-api.ts'
import { commentDraftKey, newPendingComment } from '#web/features/posts/comments/pending-comments.ts'
import type { CommentTarget } from '#web/features/posts/comments/pending-comments.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './comments.module.css'

type CommentBoxProps = { target: CommentTarget; onSend: (key: string) => void }

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function CommentBox({ target, onSend }: CommentBoxProps) {
  const addComment = useAddComment(target)
  const { draft: text, change } = useTextDraft(commentDraftKey(target))

  useEffect(() => {
    if (location.hash === `#${commentField}`)
      document.getElementById(commentField)?.focus({ preventScroll: true })
  }, [])

  function send(): void {
    const pending = newPendingComment(text)
    onSend(pending.key)
    void addComment(pending)
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
