import { cancelClosure, closeAccount, closureGraceDays } from '@rootsquare/contract/accounts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useCancelClosure, useCloseAccount } from '#web/features/accounts/settings/api.ts'
import { PasswordDialog } from '#web/features/accounts/settings/password-dialog.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './closure.module.css'

type ClosureDialogProps = { memberId: number; onClose: () => void }

export function CloseAccountDialog({ memberId, onClose }: ClosureDialogProps) {
  const close = useCloseAccount(memberId)
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
  const cancel = useCancelClosure(memberId)
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
    <section className={['row', classes.banner].join(' ')} aria-label="Account closure">
      <TriangleAlert size={22} strokeWidth={1.9} aria-hidden="true" className="rigid" />
      <div className={['stack gap-12', classes.body].join(' ')}>
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
