import { cancelClosure, closeAccount, closureGraceDays } from '@rootsquare/contract/accounts'
import type { UseMutationResult } from '@tanstack/react-query'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useClosureChange } from '#web/features/accounts/settings/api.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import classes from './dialogs.module.css'

type ClosureDialogProps = { memberId: number; onClose: () => void }

export function CloseAccountDialog({ memberId, onClose }: ClosureDialogProps) {
  const close = useClosureChange(closeAccount, memberId)
  return (
    <PasswordDialog
      title="Close Account"
      confirmLabel="Close Account"
      tone="danger"
      request={close}
      messages={{ done: closeAccount.message, failed: 'Failed to close account. Please try again.' }}
      onClose={onClose}
    >
      <p>
        Your account is deleted <strong>{closureGraceDays} days</strong> from now. Until then everything works
        as before, and you can cancel the closure here.
      </p>
      <ul>
        <li>Your profile, pictures, posts, comments and messages are erased, and cannot be brought back.</li>
        <li>What you sell leaves the marketplace.</li>
        <li>Orders stay with the people you bought from or sold to, without your name on them.</li>
      </ul>
    </PasswordDialog>
  )
}

export function CancelClosureDialog({ memberId, onClose }: ClosureDialogProps) {
  const cancel = useClosureChange(cancelClosure, memberId)
  return (
    <PasswordDialog
      title="Cancel Account Closure"
      confirmLabel="Keep my account"
      tone="plain"
      request={cancel}
      messages={{
        done: cancelClosure.message,
        failed: 'Failed to cancel account closure. Please try again.',
      }}
      onClose={onClose}
    >
      <p>Your account stays as it is, and nothing is deleted. Please confirm with your password.</p>
    </PasswordDialog>
  )
}

type ClosureBannerProps = { days: number; onCancel: () => void }

export function ClosureBanner({ days, onCancel }: ClosureBannerProps) {
  return (
    <section className={`row semibold ${classes.banner}`} aria-label="Account closure">
      <Icon of={TriangleAlert} className="rigid" />
      <div className="stack gap-12 start">
        <p>
          Your account is scheduled for deletion in {days} days. You can cancel this request before the
          deletion occurs.
        </p>
        <Button variant="outline" onClick={onCancel}>
          Cancel Account Closure
        </Button>
      </div>
    </section>
  )
}

type PasswordDialogProps = {
  title: string
  confirmLabel: string
  tone: 'plain' | 'danger'
  request: UseMutationResult<{ message: string | undefined }, Error, string>
  messages: { done: string; failed: string }
  onClose: () => void
  children: ReactNode
}

/** Sends a request that needs the password again. */
function PasswordDialog(props: PasswordDialogProps) {
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
    // The snackbar appears even if the member has closed the dialog.
    request.mutateAsync(password, { onError: showFieldError, onSuccess: onClose }).then(
      ({ message }) => showSnackbar('success', message ?? messages.done),
      (failure: Error) => showSnackbar('error', serverText(failure, messages.failed)),
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <FormButtons
          form={formId}
          label={confirmLabel}
          variant={tone === 'danger' ? 'danger' : 'primary'}
          disabled={password === ''}
          isBusy={request.isPending}
          onCancel={onClose}
        />
      }
    >
      <div className={`stack gap-10 muted ${classes.text}`}>{children}</div>
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

/** Returns the server's own text if it has answered, else `otherwise`. */
function serverText(failure: Error, otherwise: string): string {
  const hasNoAnswer = failure instanceof CallError && failure.status === 0
  return hasNoAnswer ? otherwise : errorText(failure, otherwise)
}
