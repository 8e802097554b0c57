import type { AdminUser } from '@rootsquare/contract/moderation'
import { Ends } from '#web/features/moderation/users/suspended-labels.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from '#web/features/moderation/reason-dialog.module.css'

type LockReasonDialogProps = { user: AdminUser; onClose: () => void }

/** Why somebody is banned or suspended, as they were told. */
export function LockReasonDialog({ user, onClose }: LockReasonDialogProps) {
  const { username, suspendedUntil, lockReason } = user
  const footer = (
    <Button look="outline" onClick={onClose}>
      Close
    </Button>
  )
  const title = suspendedUntil === null ? 'Reason for Ban' : 'Reason for Suspension'
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <dl className={classes.facts}>
        <dt>Username</dt>
        <dd>@{username}</dd>
        {suspendedUntil !== null && (
          <>
            <dt>Ends</dt>
            <dd>
              <Ends iso={suspendedUntil} />
            </dd>
          </>
        )}
        <dt>Reason</dt>
        <dd className={classes.reason} dir="auto">
          {lockReason}
        </dd>
      </dl>
    </Dialog>
  )
}
