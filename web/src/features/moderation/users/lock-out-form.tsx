import { useEffect, useId, useRef, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { LockOutProps } from '#web/features/moderation/users/lock-out-api.ts'
import type { Reason } from '#web/features/moderation/reason-field.tsx'
import { errorWithHint } from '#web/features/moderation/error-with-hint.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './lock-out-form.module.css'

type LockOutFormProps = Pick<LockOutProps, 'onDone' | 'onClose'> & {
  title: string
  button: { name: string; variant?: 'danger'; isOff?: boolean }
  reason: Reason
  mutation: {
    isPending: boolean
    error: Error | null
    mutateAsync: (reason: string, options: { onSuccess: () => void }) => Promise<unknown>
  }
  messages: { done: string; failed: string }
  children: ReactNode
}

/** Locks a member out or lets them in again. Nothing is sent without a reason, and an error keeps what was typed. */
export function LockOutForm(props: LockOutFormProps) {
  const { title, button, reason, mutation, messages, onDone, onClose, children } = props
  const formId = useId()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (mutation.isPending || button.isOff) return
    const text = reason.validate()
    if (text === null) return
    clearSnackbars()
    // The result is also shown to somebody who has closed the dialog meanwhile.
    mutation.mutateAsync(text, { onSuccess: leave }).then(
      () => {
        reason.clear()
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

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <FormButtons
          form={formId}
          label={button.name}
          variant={button.variant}
          disabled={button.isOff}
          isBusy={mutation.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} className={`stack breakable ${classes.form}`} noValidate onSubmit={submit}>
        {children}
        {mutation.error && <ErrorNotice text={errorWithHint(mutation.error, messages.failed)} />}
      </form>
    </Dialog>
  )
}

/** Not in a snackbar, which would cover what was typed on a phone. */
function ErrorNotice({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  // In braces: newer browsers return a promise here, which React would take for the clean-up.
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
