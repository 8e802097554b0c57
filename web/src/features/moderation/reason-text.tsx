import { moderationReasonLength } from '@rootsquare/contract/moderation'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { saveText, savedText } from '#web/lib/storage/saved-text.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import classes from './reason-text.module.css'

export type Reason = {
  text: string
  trouble: string | null
  isTold: boolean
  field: RefObject<HTMLTextAreaElement | null>
  write: (text: string) => void
  /** The reason as it goes out; null where it cannot, which is then said. */
  ask: () => string | null
  /** What is wrong with it, if anything. */
  tell: () => void
  forget: () => void
}

type Asked = { what: string; userId: number; blank: string; onForget?: () => void }

/** Why something is done to a member. Kept in this tab until it is done, so that neither Esc nor a reload costs it. */
export function useReason({ what, userId, blank, onForget }: Asked): Reason {
  const place = { what, memberId: currentSession()?.userId ?? 0, id: userId }
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => savedText(place))
  const [isTold, setTold] = useState(false)
  const trouble = fieldErrorIn(text, blank)

  function write(next: string): void {
    setText(next)
    saveText(place, next)
  }

  function ask(): string | null {
    setTold(true)
    if (trouble === null) return text.trim()
    field.current?.focus()
    return null
  }

  function forget(): void {
    saveText(place, '')
    onForget?.()
  }

  return { text, trouble, isTold, field, write, ask, tell: () => setTold(true), forget }
}

export function ReasonText({ label, reason }: { label: string; reason: Reason }) {
  const { text, trouble, isTold, field, write } = reason
  const length = lengthOf(text)
  return (
    <div className={classes.counted}>
      <TextArea
        ref={field}
        label={label}
        name="reason"
        rows={3}
        data-autofocus
        value={text}
        error={isTold || length > moderationReasonLength ? trouble : null}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Counter length={length} max={moderationReasonLength} />
    </div>
  )
}

function fieldErrorIn(text: string, blank: string): string | null {
  const length = lengthOf(text)
  if (length === 0) return blank
  return length > moderationReasonLength ? tooLongText(moderationReasonLength) : null
}
