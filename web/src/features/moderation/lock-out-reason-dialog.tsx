import { usernameLabel } from '#web/features/moderation/moderation-labels.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { minuteMs, useMinute } from '#web/lib/format/minute-clock.ts'
import { stampText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './lock-out-reason-dialog.module.css'

type ReasonDialogProps = {
  username: string
  /** Says who suspended the member and when, if that is known. */
  suspension?: { by: string | null; createdDate: number }
  /** The end of the suspension; null for a ban. */
  endDate: string | null
  reason: string | null
  onClose: () => void
}

/** Shows why a member is banned or suspended, in the words that the member was given. */
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
        <dd className="pre-line" dir="auto">
          {reason}
        </dd>
      </dl>
    </Dialog>
  )
}

const hourMs = 3_600_000
const hoursOfDay = 24

/** Shows when a suspension ends and how much is left, updated every minute. */
export function SuspensionEnd({ iso }: { iso: string }) {
  const minute = useMinute()
  return (
    <>
      <time dateTime={iso}>{stampText(iso)}</time>
      <div className="text-xs muted">{leftText(Date.parse(iso) - minute - minuteMs)}</div>
    </>
  )
}

/** Counts the last day in hours, since one day left may mean one minute. */
function leftText(ms: number): string {
  if (ms <= 0) return 'Over'
  const hours = Math.ceil(ms / hourMs)
  return `${hours > hoursOfDay ? quantityText(Math.ceil(hours / hoursOfDay), 'day') : quantityText(hours, 'hour')} left`
}
