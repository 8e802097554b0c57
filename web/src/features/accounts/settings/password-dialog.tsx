import type { UseMutationResult } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './dialogs.module.css'

type PasswordDialogProps = {
  title: string
  confirmLabel: string
  tone: 'plain' | 'danger'
  request: UseMutationResult<{ message: string | undefined }, Error, string>
  messages: { done: string; failed: string }
  onClose: () => void
  children: ReactNode
}

/** For a request that needs the password again. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, confirmLabel, tone, request, messages, onClose, children } = props
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)

  function showFieldError(failure: Error): void {
    const fieldError = failure instanceof CallError ? failure.fields.password : undefined
    setError(fieldError ?? null)
    if (fieldError !== undefined) field.current?.focus()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (request.isPending || password === '') return
    clearSnackbars()
    // Shown even if the member has closed the dialog meanwhile.
    request.mutateAsync(password, { onError: showFieldError, onSuccess: onClose }).then(
      ({ message }) => showSnackbar('success', message ?? messages.done),
      (failure: Error) => showSnackbar('error', serverText(failure, messages.failed)),
    )
  }

  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={tone === 'danger' ? 'danger' : 'primary'}
        disabled={password === ''}
        isBusy={request.isPending}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <div className={['stack gap-10 muted', classes.text].join(' ')}>{children}</div>
      <form id={formId} noValidate onSubmit={submit}>
        <PasswordField
          ref={field}
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error}
          onBlur={() => setError((before) => (password === '' ? 'Password is required' : before))}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}

/** The server's own text, if it has answered. */
function serverText(failure: Error, otherwise: string): string {
  const hasNoAnswer = failure instanceof CallError && failure.status === 0
  return hasNoAnswer ? otherwise : errorText(failure, otherwise)
}
