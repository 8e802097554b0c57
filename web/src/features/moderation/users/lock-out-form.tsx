import { moderationReasonLength } from '@rootsquare/contract/moderation'
import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { errorWithHint } from '#web/features/moderation/moderation-labels.ts'
import type { LockOutProps } from '#web/features/moderation/users/lock-out-api.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'

type LockOutFormProps = LockOutProps & {
  title: string
  button: { name: string; variant?: 'danger'; isOff?: boolean }
  /** `what` names the draft, and `missing` is the error for an empty reason. */
  reason: { what: string; label?: string; missing: string }
  mutation: {
    isPending: boolean
    error: Error | null
    mutateAsync: (reason: string, options: { onSuccess: () => void }) => Promise<unknown>
  }
  messages: { done: string; failed: string }
  onSent?: () => void
  /** The content above the reason. */
  children: ReactNode
  /** The content below the reason; it can make the form show the error of the reason. */
  below?: (showError: () => void) => ReactNode
}

/**
 * Suspends, unsuspends or bans a member. A reason is required. It is saved in this tab until the call succeeds, so that
 * an error, Esc or a reload does not lose it.
 */
export function LockOutForm(props: LockOutFormProps) {
  const { user, title, button, reason, mutation, messages, onSent, onDone, onClose, children, below } = props
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, change, clear } = useTextDraft({ what: reason.what, id: user.userId })
  const [isErrorShown, setErrorShown] = useState(false)
  const length = lengthOf(draft)
  const tooLong = length > moderationReasonLength ? tooLongText(moderationReasonLength) : null
  const error = length === 0 ? reason.missing : tooLong

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (mutation.isPending || button.isOff) return
    setErrorShown(true)
    if (error !== null) return field.current?.focus()
    clearSnackbars()
    // The result is also shown if the dialog was closed before the reply arrived.
    mutation.mutateAsync(draft.trim(), { onSuccess: leave }).then(
      () => {
        clear()
        onSent?.()
        showSnackbar('success', messages.done)
      },
      (failure: unknown) => {
        if (document.getElementById(formId) === null)
          showSnackbar('error', errorWithHint(failure, messages.failed))
      },
    )
  }

  function leave(): void {
    flushSync(onClose)
    onDone?.()
  }

  const footer = (
    <FormButtons
      form={formId}
      label={button.name}
      variant={button.variant}
      disabled={button.isOff}
      isBusy={mutation.isPending}
      onCancel={onClose}
    />
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <form id={formId} className="stack breakable gap-18" noValidate onSubmit={submit}>
        {children}
        <div className="counted">
          <TextArea
            ref={field}
            label={reason.label ?? 'Reason'}
            name="reason"
            rows={3}
            data-autofocus
            value={draft}
            error={isErrorShown ? error : tooLong}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Counter length={length} max={moderationReasonLength} />
        </div>
        {below?.(() => setErrorShown(true))}
        {mutation.error && <ErrorNotice text={errorWithHint(mutation.error, messages.failed)} />}
      </form>
    </Dialog>
  )
}

/** Shows the error in the form, because on a phone a snackbar would cover the typed text. */
function ErrorNotice({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  // The braces return nothing: newer browsers return a promise here, which React would take for the clean-up.
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} role="alert">
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
    </div>
  )
}
