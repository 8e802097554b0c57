import type { SuspendedUser } from '@rootsquare/contract/moderation'
import { usernameText } from '#web/features/moderation/names.ts'
import { Ends } from '#web/features/moderation/users/suspended-labels.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './reason-dialog.module.css'

type ReasonDialogProps = { suspended: SuspendedUser; onClose: () => void }

export function ReasonDialog({ suspended, onClose }: ReasonDialogProps) {
  const footer = (
    <Button look="outline" onClick={onClose}>
      Close
    </Button>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Reason for Suspension" footer={footer}>
      <dl className={classes.facts}>
        <dt>Username</dt>
        <dd>@{suspended.username}</dd>
        <dt>Suspended By</dt>
        <dd>{usernameText(suspended.suspenderUserName)}</dd>
        <dt>Created Date</dt>
        <dd>{stampText(suspended.createdDate)}</dd>
        <dt>Ends</dt>
        <dd>
          <Ends iso={suspended.endDate} />
        </dd>
        <dt>Reason</dt>
        <dd className={classes.reason} dir="auto">
          {suspended.reasonForSuspension}
        </dd>
      </dl>
    </Dialog>
  )
}
