import { commentLength } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newOutgoing, sendComment } from '#web/features/posts/comments/comment-outbox.ts'
import type { Desk } from '#web/features/posts/comments/comment-outbox.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { saveText, savedText } from '#web/lib/storage/saved-text.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './comments.module.css'

export function commentDraftPlace({ memberId, postId }: Desk) {
  return { what: 'comment-draft', memberId, id: postId }
}

type CommentBoxProps = { desk: Desk; onSend: (key: string) => void }

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function CommentBox({ desk, onSend }: CommentBoxProps) {
  const queryClient = useQueryClient()
  const [text, setText] = useState(() => savedText(commentDraftPlace(desk)))

  useEffect(() => {
    if (location.hash === `#${commentField}`)
      document.getElementById(commentField)?.focus({ preventScroll: true })
  }, [])

  function type(typed: string): void {
    setText(typed)
    saveText(commentDraftPlace(desk), typed)
  }

  function send(): void {
    const outgoing = newOutgoing(text)
    onSend(outgoing.key)
    void sendComment(queryClient, desk, outgoing)
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
