import { cancelClosure, closeAccount, closureGraceDays } from '@rootsquare/contract/accounts'
import type { UseMutationResult } from '@tanstack/react-query'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useClosureChange } from '#web/features/accounts/settings/api.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { serverMessage } from '#web/lib/net/server-message.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
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
    <section
      className={`flex-row semibold ${classes.banner} soft-gold gap-s pad-s-m radius-m`}
      aria-label="Account closure"
    >
      <Icon of={TriangleAlert} className="rigid" />
      <div className="stack gap-s justify-start">
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
  const form = useForm({
    initial: { password: '' },
    rules: { password: (password) => (password === '' ? 'Password is required' : null) },
    send: ({ password }) => request.mutateAsync(password),
    onClose,
    onSuccess: ({ message }) => showSnackbar('success', message ?? messages.done),
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', serverMessage(failure, messages.failed))
    },
  })
  return (
    <FormDialog
      form={form}
      className=""
      title={title}
      label={confirmLabel}
      variant={tone === 'danger' ? 'danger' : 'primary'}
      disabled={form.values.password === ''}
      onClose={onClose}
    >
      <div className={`stack gap-s muted ${classes.text} margin-bottom-m`}>{children}</div>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
        // The button is disabled without a password, so only this says why.
        onBlur={() => form.checkField('password')}
      />
    </FormDialog>
  )
}
