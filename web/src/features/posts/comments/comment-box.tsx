import { commentLength } from '@rootsquare/contract/posts'
import { useEffect } from 'react'
import { useAddComment } from '#web/features/posts/comments/comments-api.ts'
import { commentField } from '#web/entities/posts/post-link.ts'
import { draftKey, newEntry } from '#web/lib/storage/outbox.ts'
import type { Outbox } from '#web/lib/storage/outbox.ts'
import { saveText, savedText } from '#web/lib/storage/saved-text.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './comments.module.css'

type CommentBoxProps = { outbox: Outbox; onSend: (id: string) => void }

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function CommentBox({ outbox, onSend }: CommentBoxProps) {
  const addComment = useAddComment(outbox)
  const [text, setText] = useState(() => savedText(draftKey(outbox)))

  useEffect(() => {
    if (location.hash === `#${commentField}`)
      document.getElementById(commentField)?.focus({ preventScroll: true })
  }, [])

  function type(typed: string): void {
    setText(typed)
    saveText(draftKey(outbox), typed)
  }

  function send(): void {
    const entry = newEntry(text)
    onSend(entry.id)
    void addComment(entry)
    type('')
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
