import { usernameLabel } from '#web/features/moderation/labels.ts'
import { SuspensionEnd } from '#web/features/moderation/users/suspension-end.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './lock-out-reason-dialog.module.css'

type ReasonDialogProps = {
  username: string
  /** Who suspended them and when, where that is known. */
  suspension?: { by: string | null; createdDate: number }
  /** Null for a ban. */
  endDate: string | null
  reason: string | null
  onClose: () => void
}

/** Why somebody is banned or suspended, as they were told. */
export function LockOutReasonDialog({ username, suspension, endDate, reason, onClose }: ReasonDialogProps) {
  const footer = (
    <Button variant="outline" onClick={onClose}>
      Close
    </Button>
  )
  const title = endDate === null ? 'Reason for Ban' : 'Reason for Suspension'
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <dl className={`breakable ${classes.facts}`}>
        <dt>Username</dt>
        <dd>@{username}</dd>
        {suspension && (
          <>
            <dt>Suspended By</dt>
            <dd>{usernameLabel(suspension.by)}</dd>
            <dt>Created Date</dt>
            <dd>{stampText(suspension.createdDate)}</dd>
          </>
        )}
        {endDate !== null && (
          <>
            <dt>Ends</dt>
            <dd>
              <SuspensionEnd iso={endDate} />
            </dd>
          </>
        )}
        <dt>Reason</dt>
        <dd className={classes.reason} dir="auto">
          {reason}
        </dd>
      </dl>
    </Dialog>
  )
}
