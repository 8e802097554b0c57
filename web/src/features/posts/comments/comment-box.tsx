import { commentLength } from '@rootsquare/contract/posts'
import { useEffect, useState } from 'react'
import { useAddComment } from '#web/features/posts/comments/comments-api.ts'
import { commentDraftKey, newPendingComment } from '#web/features/posts/comments/pending-comments.ts'
import type { CommentTarget } from '#web/features/posts/comments/pending-comments.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { saveText, savedText } from '#web/lib/storage/saved-text.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './comments.module.css'

type CommentBoxProps = { target: CommentTarget; onSend: (key: string) => void }

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function CommentBox({ target, onSend }: CommentBoxProps) {
  const addComment = useAddComment(target)
  const [text, setText] = useState(() => savedText(commentDraftKey(target)))

  useEffect(() => {
    if (location.hash === `#${commentField}`)
      document.getElementById(commentField)?.focus({ preventScroll: true })
  }, [])

  function type(typed: string): void {
    setText(typed)
    saveText(commentDraftKey(target), typed)
  }

  function send(): void {
    const pending = newPendingComment(text)
    onSend(pending.key)
    void addComment(pending)
    type('')
  }

  return (
    <SendField
      id={commentField}
      what="comment"
      max={commentLength}
      counterFrom={1800}
      text={text}
      onType={type}
      onSend={send}
      className={classes.box}
    />
  )
}
