import { moderationReasonLength } from '@rootsquare/contract/moderation'
import { useRef, useState, type RefObject } from 'react'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'

export type Reason = {
  text: string
  error: string | null
  isErrorShown: boolean
  field: RefObject<HTMLTextAreaElement | null>
  change: (text: string) => void
  /** The trimmed reason; null where it is invalid, which is then shown. */
  validate: () => string | null
  showError: () => void
  clear: () => void
}

type ReasonOptions = { what: string; userId: number; blank: string; onClear?: () => void }

/** Why something is done to a member. Saved in this tab until it is done, so that neither Esc nor a reload loses it. */
export function useReason({ what, userId, blank, onClear }: ReasonOptions): Reason {
  const memberId = currentSession()?.userId ?? 0
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft: text, change, clear } = useTextDraft({ what, memberId, id: userId })
  const [isErrorShown, setErrorShown] = useState(false)
  const error = reasonError(text, blank)

  function validate(): string | null {
    setErrorShown(true)
    if (error === null) return text.trim()
    field.current?.focus()
    return null
  }

  return {
    text,
    error,
    isErrorShown,
    field,
    change,
    validate,
    showError: () => setErrorShown(true),
    clear() {
      clear()
      onClear?.()
    },
  }
}

export function ReasonField({ label, reason }: { label: string; reason: Reason }) {
  const { text, error, isErrorShown, field, change } = reason
  const length = lengthOf(text)
  return (
    <div className="counted">
      <TextArea
        ref={field}
        label={label}
        name="reason"
        rows={3}
        data-autofocus
        value={text}
        error={isErrorShown || length > moderationReasonLength ? error : null}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Counter length={length} max={moderationReasonLength} />
    </div>
  )
}

function reasonError(text: string, blank: string): string | null {
  const length = lengthOf(text)
  if (length === 0) return blank
  return length > moderationReasonLength ? tooLongText(moderationReasonLength) : null
}
