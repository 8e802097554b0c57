import { messageLength } from '@rootsquare/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useId, useState } from 'react'
import type { KeyboardEvent, SubmitEvent } from 'react'
import { draftPlace, sendMessage } from '#web/features/messages/outbox.ts'
import type { Desk } from '#web/features/messages/outbox.ts'
import { keepText, keptText } from '#web/lib/kept-text.ts'
import { lengthOf, tooLongText } from '#web/lib/length.ts'
import { isQuickSendKey } from '#web/lib/send-key.ts'
import classes from './write-box.module.css'

const counterFrom = 4500
const fieldId = 'message'

export function focusWriteBox(): void {
  document.getElementById(fieldId)?.focus({ preventScroll: true })
}

/** Sends at once and is free for the next one; what is typed survives a reload. */
export function WriteBox({ desk }: { desk: Desk }) {
  const countId = useId()
  const queryClient = useQueryClient()
  const [text, setText] = useState(() => keptText(draftPlace(desk)))
  const length = lengthOf(text)
  const isTooLong = length > messageLength
  const isCounted = length >= counterFrom

  function type(typed: string): void {
    setText(typed)
    keepText(draftPlace(desk), typed)
  }

  function send(): void {
    focusWriteBox()
    if (length === 0 || isTooLong) return
    sendMessage(queryClient, desk, text)
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
        {/* Whoever stands behind it in the same place, with the same words, makes it as high as they are. */}
        <div className={classes.grower} data-text={text}>
          <textarea
            id={fieldId}
            rows={1}
            dir="auto"
            aria-label="Write a message"
            placeholder="Write a message…"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            aria-invalid={isTooLong || undefined}
            aria-describedby={isCounted ? countId : undefined}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        {isCounted && (
          <p id={countId} className={classes.count} data-over={isTooLong || undefined}>
            {isTooLong ? `${tooLongText(messageLength)} (${length})` : `${length} / ${messageLength}`}
          </p>
        )}
      </div>
      <button
        type="submit"
        className={classes.send}
        aria-label="Send message"
        aria-disabled={length === 0 || isTooLong}
        title="Send message"
      >
        <SendHorizontal size={20} strokeWidth={1.9} aria-hidden="true" />
      </button>
    </form>
  )
}
