import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useId, type ComponentProps, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { isQuickSendKey } from '#web/lib/navigation/send-key.ts'
import { StoreError } from '#web/ui/feedback/store-error.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './send-field.module.css'

type SendFieldProps = {
  /** The id of the field, so that other components can focus it. */
  id: string
  /** Such as 'message' or 'comment'. */
  what: string
  max: number
  counterFrom: number
  text: string
  onType: (text: string) => void
  /** Not called for an empty or too long text. */
  onSend: () => void
  className: string | undefined
  /** Shown between the upper edge of the box and the field. */
  above?: ReactNode
  /** A key that `onKeyDown` has handled does not send. */
  fieldProps?: Omit<ComponentProps<'textarea'>, 'value'>
  /** The id of a further description of the field. */
  describedBy?: string | undefined
  /** Buttons shown before the field, and between the field and Send. */
  before?: ReactNode
  after?: ReactNode
  /** Attachments: `ready` ones may be sent without a text, `pending` ones delay sending. */
  attached?: 'ready' | 'pending' | undefined
}

/** Grows with its text. Enter sends on devices with a keyboard. */
export function SendField(props: SendFieldProps) {
  const { id, what, max, counterFrom, text, onType, onSend, className } = props
  const { above, fieldProps = {}, describedBy, before, after, attached } = props
  const countId = useId()
  const length = lengthOf(text)
  const isTooLong = length > max
  const isCounted = length >= counterFrom
  const canSend = (length > 0 || attached === 'ready') && attached !== 'pending' && !isTooLong

  function send(): void {
    document.getElementById(id)?.focus({ preventScroll: true })
    if (canSend) onSend()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    fieldProps.onKeyDown?.(event)
    if (event.defaultPrevented || !isQuickSendKey(event.nativeEvent)) return
    event.preventDefault()
    send()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    send()
  }

  return (
    <form className={['flex-row gap-s', classes.box, className].join(' ')} noValidate onSubmit={submit}>
      {before}
      <div className="grow">
        {above}
        {/* The pseudo-element behind it has the same text and makes the field as high. */}
        <div className={classes.grower} data-text={text}>
          <textarea
            {...fieldProps}
            id={id}
            rows={1}
            dir="auto"
            aria-label={`Write a ${what}`}
            placeholder={`Write a ${what}…`}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            aria-invalid={isTooLong || undefined}
            aria-describedby={
              [describedBy, isCounted ? countId : undefined].filter(Boolean).join(' ') || undefined
            }
            value={text}
            onChange={(event) => onType(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <StoreError />
        {isCounted && <Count id={countId} length={length} max={max} />}
      </div>
      {after}
      <button
        type="submit"
        className={`center-content rigid ${classes.send} circle-44`}
        aria-label={`Send ${what}`}
        aria-disabled={!canSend}
        title={`Send ${what} (Ctrl + Enter)`}
      >
        <Icon of={SendHorizontal} />
      </button>
    </form>
  )
}

function Count({ id, length, max }: { id: string; length: number; max: number }) {
  const isTooLong = length > max
  return (
    <p id={id} className="text-xs muted margin-top-2xs tabular" data-over={isTooLong || undefined}>
      {isTooLong ? `${tooLongText(max)} (${length})` : `${length} / ${max}`}
    </p>
  )
}
