import { commentLength } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import X from 'lucide-react/icons/x'
import { useEffect, useId, type KeyboardEvent } from 'react'
import { commentEntry, typedDraftKey, useAddComment } from '#web/features/posts/comments/add-comment.ts'
import { useMentions } from '#web/entities/mentions/use-mentions.tsx'
import type { MentionSources } from '#web/entities/mentions/mention-options.ts'
import { commentFieldId } from '#web/entities/posts/post-link.ts'
import { nameOf } from '#web/lib/format/names.ts'
import type { Outbox } from '#web/lib/storage/outbox.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { usePageClass } from '#web/lib/browser/use-page-class.ts'
import { SendField } from '#web/ui/fields/send-field.tsx'
import classes from './comments.module.css'

type CommentBoxProps = {
  outbox: Outbox
  /** The comment that is being answered, or null for a comment on the post itself. */
  answered: Comment | null
  takesFocus: boolean
  people: MentionSources
  onSend: (id: string) => void
  onReplyEnd: () => void
}

/** Sends without waiting for the response. Typed text survives a reload. Mount a new box for another `answered`. */
export function CommentBox({ outbox, answered, takesFocus, people, onSend, onReplyEnd }: CommentBoxProps) {
  const answeredId = useId()
  const add = useAddComment(outbox)
  const draft = useTextDraft(typedDraftKey(outbox, answered), openingOf(answered, outbox.memberId))
  const text = draft.draft
  const mentions = useMentions({ onChange: draft.change, people })
  useTakeFocus(takesFocus)
  usePageClass(classes.boxed)

  function send(): void {
    const entry = commentEntry(text, answered)
    onSend(entry.id)
    add(entry)
    if (answered === null) return draft.change('')
    draft.clear()
    onReplyEnd()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    mentions.fieldProps.onKeyDown(event)
    if (event.key === 'Escape' && answered !== null && !event.defaultPrevented) onReplyEnd()
  }

  const above = (
    <>
      {answered !== null && <Answered id={answeredId} comment={answered} onCancel={onReplyEnd} />}
      {mentions.list}
    </>
  )
  return (
    <SendField
      id={commentFieldId}
      what={answered === null ? 'comment' : 'reply'}
      max={commentLength}
      counterFrom={1800}
      text={text}
      onType={draft.change}
      onSend={send}
      className={classes.box}
      above={above}
      fieldProps={{ ...mentions.fieldProps, onKeyDown }}
      describedBy={answered === null ? undefined : answeredId}
    />
  )
}

/** Returns the name that a reply to a reply begins with, because the thread does not show whom it answers. */
function openingOf(answered: Comment | null, memberId: number): string {
  const isNamed = answered !== null && answered.parentId !== null && answered.userId !== memberId
  return isNamed ? `@${answered.userName} ` : ''
}

function useTakeFocus(takesFocus: boolean): void {
  useEffect(() => {
    const field = document.getElementById(commentFieldId)
    if (!(field instanceof HTMLTextAreaElement)) return
    if (!takesFocus && location.hash !== `#${commentFieldId}`) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }, [takesFocus])
}

type AnsweredProps = { id: string; comment: Comment; onCancel: () => void }

function Answered({ id, comment, onCancel }: AnsweredProps) {
  return (
    <div className={`flex-row text-s muted ${classes.answered}`}>
      <p id={id} className="grow one-line">
        Replying to <bdi className="strong">{nameOf(comment)}</bdi>
      </p>
      <IconButton label="Stop replying" onClick={onCancel} icon={X} />
    </div>
  )
}
