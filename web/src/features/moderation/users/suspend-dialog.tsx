import { suspensionDays } from '@rootsquare/contract/moderation'
import { useId } from 'react'
import { useSuspend, useUnsuspend } from '#web/features/moderation/users/lock-out-api.ts'
import type { Days, LockOutProps } from '#web/features/moderation/users/lock-out-api.ts'
import { LockOutForm } from '#web/features/moderation/users/lock-out-form.tsx'
import { ReasonField, useReason } from '#web/features/moderation/reason-field.tsx'
import { unexpected } from '#web/features/moderation/error-with-hint.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { momentText } from '#web/lib/format/time.ts'
import classes from './lock-out-form.module.css'

const suspendMessages = { done: 'User has been suspended', failed: 'Failed to suspend user' }
const unsuspendMessages = { done: 'User unsuspended successfully', failed: unexpected }

export function SuspendDialog({ user, onDone, onClose }: LockOutProps) {
  const { days, choose, clear } = useDays(user.userId)
  const suspend = useSuspend(user.userId, days)
  const blank = 'Please provide a reason for suspension'
  const reason = useReason({ what: 'suspend', userId: user.userId, blank, onClear: clear })
  return (
    <LockOutForm
      title={`Suspend @${user.username}?`}
      button={{ name: 'Suspend', variant: 'danger' }}
      reason={reason}
      mutation={suspend}
      messages={suspendMessages}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        They cannot come in until it ends, and are told why. All open reports on them count as addressed, and
        whoever reported is told.
      </p>
      {user.suspendedUntil && (
        <p className={classes.already}>
          Already suspended until {momentText(user.suspendedUntil)}; this replaces it.
        </p>
      )}
      <DaysChoice days={days} onChoose={choose} />
      <ReasonField label="Reason" reason={reason} />
    </LockOutForm>
  )
}

export function UnsuspendDialog({ user, onDone, onClose }: LockOutProps) {
  const unsuspend = useUnsuspend(user.userId)
  const blank = 'Please provide a reason for unsuspending.'
  const reason = useReason({ what: 'unsuspend', userId: user.userId, blank })
  return (
    <LockOutForm
      title={`Unsuspend @${user.username}?`}
      button={{ name: 'Unsuspend' }}
      reason={reason}
      mutation={unsuspend}
      messages={unsuspendMessages}
      onDone={onDone}
      onClose={onClose}
    >
      <p>They can come in again at once, and are told your reason.</p>
      <ReasonField label="Reason for Unsuspending" reason={reason} />
    </LockOutForm>
  )
}

function DaysChoice({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className={classes.legend}>How long</legend>
      <div className="row wrap">
        {suspensionDays.map((count) => (
          <label key={count} className={`row ${classes.option}`}>
            <input type="radio" name={name} checked={count === days} onChange={() => onChoose(count)} />
            {daysText(count)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Saved beside the reason, so that a restored reason never comes with another term. */
function useDays(userId: number) {
  const memberId = currentSession()?.userId ?? 0
  const { draft, change, clear } = useTextDraft({ what: 'suspend-days', memberId, id: userId })
  const days = suspensionDays.find((count) => String(count) === draft) ?? 1
  return { days, choose: (count: Days) => change(String(count)), clear }
}

function daysText(count: Days): string {
  return count === 1 ? '24 Hours' : `${count} Days`
}
