import { commentLength } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, SubmitEvent } from 'react'
import { newOutgoing, sendComment } from '#web/features/posts/comment-outbox.ts'
import type { Desk } from '#web/features/posts/comment-outbox.ts'
import { commentField } from '#web/features/posts/post-link.ts'
import { keepText, keptText } from '#web/lib/kept-text.ts'
import { lengthOf, tooLongText } from '#web/lib/length.ts'
import { isQuickSendKey } from '#web/lib/send-key.ts'
import classes from './comments.module.css'

const counterFrom = 1800

export function commentDraftPlace({ memberId, postId }: Desk) {
  return { what: 'comment-draft', memberId, id: postId }
}

type CommentBoxProps = { desk: Desk; onSend: (key: string) => void }

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function CommentBox({ desk, onSend }: CommentBoxProps) {
  const troubleId = useId()
  const queryClient = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => keptText(commentDraftPlace(desk)))
  const length = lengthOf(text)
  const isTooLong = length > commentLength

  useEffect(() => {
    if (location.hash === `#${commentField}`) field.current?.focus({ preventScroll: true })
  }, [])

  function type(typed: string): void {
    setText(typed)
    keepText(commentDraftPlace(desk), typed)
  }

  function send(): void {
    field.current?.focus()
    if (length === 0 || isTooLong) return
    const outgoing = newOutgoing(text)
    onSend(outgoing.key)
    void sendComment(queryClient, desk, outgoing)
    type('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isQuickSendKey(event.nativeEvent)) return
    event.preventDefault()
    send()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    send()
  }

  return (
    <form className={classes.box} noValidate onSubmit={submit}>
      <div className={classes.field}>
        <textarea
          ref={field}
          id={commentField}
          rows={1}
          dir="auto"
          aria-label="Write a comment"
          placeholder="Write a comment…"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          aria-invalid={isTooLong || undefined}
          aria-describedby={length >= counterFrom ? troubleId : undefined}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {length >= counterFrom && (
          <p id={troubleId} className={classes.count} data-over={isTooLong || undefined}>
            {isTooLong ? `${tooLongText(commentLength)} (${length})` : `${length} / ${commentLength}`}
          </p>
        )}
      </div>
      <button
        type="submit"
        className={classes.send}
        aria-label="Send comment"
        aria-disabled={length === 0 || isTooLong}
        title="Send comment (Ctrl + Enter)"
      >
        <SendHorizontal size={20} strokeWidth={1.9} aria-hidden="true" />
      </button>
    </form>
  )
}
