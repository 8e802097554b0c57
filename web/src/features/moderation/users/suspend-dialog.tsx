import { suspensionDays } from '@rootsquare/contract/moderation'
import { useId, useState } from 'react'
import { useSuspend } from '#web/features/moderation/users/suspension-api.ts'
import type { Days, LockOutProps } from '#web/features/moderation/users/suspension-api.ts'
import { LockOutForm } from '#web/features/moderation/users/suspension-form.tsx'
import { ReasonText, useReason } from '#web/features/moderation/reason-text.tsx'
import { saveText, savedText } from '#web/lib/storage/saved-text.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { momentText } from '#web/lib/format/time.ts'
import classes from './suspension.module.css'

const blank = 'Please provide a reason for suspension'
const words = { done: 'User has been suspended', failed: 'Failed to suspend user' }

export function SuspendDialog({ user, onStanding, onDone, onClose }: LockOutProps) {
  const { days, choose, forget } = useDays(user.userId)
  const suspend = useSuspend({ user, onStanding }, days)
  const reason = useReason({ what: 'suspend', userId: user.userId, blank, onForget: forget })
  return (
    <LockOutForm
      title={`Suspend @${user.username}?`}
      button={{ name: 'Suspend', look: 'danger' }}
      reason={reason}
      deed={suspend}
      words={words}
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
      <ReasonText label="Reason" reason={reason} />
    </LockOutForm>
  )
}

function DaysChoice({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>How long</legend>
      <div className={classes.options}>
        {suspensionDays.map((count) => (
          <label key={count} className={classes.option}>
            <input type="radio" name={name} checked={count === days} onChange={() => onChoose(count)} />
            {daysText(count)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Kept beside the reason: words that come back must not come back with another term. */
function useDays(userId: number) {
  const place = { what: 'suspend-days', memberId: currentSession()?.userId ?? 0, id: userId }
  const [days, setDays] = useState<Days>(
    () => suspensionDays.find((count) => String(count) === savedText(place)) ?? 1,
  )

  function choose(count: Days): void {
    setDays(count)
    saveText(place, String(count))
  }

  return { days, choose, forget: () => saveText(place, '') }
}

function daysText(count: Days): string {
  return count === 1 ? '24 Hours' : `${count} Days`
}
