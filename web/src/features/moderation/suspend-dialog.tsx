import { suspensionDays } from '@rootsquare/contract/moderation'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useSuspend } from '#web/features/moderation/lock-out-api.ts'
import type { Days, LockOutProps } from '#web/features/moderation/lock-out-api.ts'
import { ReasonText, useReason } from '#web/features/moderation/reason-text.tsx'
import { keepText, keptText } from '#web/lib/kept-text.ts'
import { saidByServer } from '#web/lib/said-by-server.ts'
import { currentSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import classes from './lock-out.module.css'

const blank = 'Please provide a reason for suspension'

export function SuspendDialog({ user, onDone, onClose }: LockOutProps) {
  const { userId, username } = user
  const formId = useId()
  const suspend = useSuspend(userId)
  const reason = useReason({ what: 'suspend', userId, blank })
  const { days, choose, forget } = useDays(userId)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (suspend.isPending) return
    const given = reason.ask()
    if (given === null) return
    clearSnackbars()
    suspend.mutateAsync({ days, reason: given }, { onSuccess: leave }).then(
      () => {
        reason.forget()
        forget()
        showSnackbar('success', 'User has been suspended')
      },
      (failure: unknown) => showSnackbar('error', saidByServer(failure, 'Failed to suspend user')),
    )
  }

  function leave(): void {
    flushSync(onClose)
    onDone()
  }

  const footer = (
    <>
      <Button look="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} look="danger" isBusy={suspend.isPending}>
        Suspend
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Suspend @${username}?`} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <p>
          They cannot come in until it ends, and are told why. All open reports on them count as addressed,
          and whoever reported is told.
        </p>
        <fieldset className={classes.choice}>
          <legend className={classes.legend}>How long</legend>
          <div className={classes.options}>
            {suspensionDays.map((count) => (
              <label key={count} className={classes.option}>
                <input
                  type="radio"
                  name={`${formId}-days`}
                  checked={count === days}
                  onChange={() => choose(count)}
                />
                {daysText(count)}
              </label>
            ))}
          </div>
        </fieldset>
        <ReasonText label="Reason" reason={reason} />
      </form>
    </Dialog>
  )
}

/** Kept beside the reason: words that come back must not come back with another term. */
function useDays(userId: number) {
  const place = { what: 'suspend-days', memberId: currentSession()?.userId ?? 0, id: userId }
  const [days, setDays] = useState<Days>(
    () => suspensionDays.find((count) => String(count) === keptText(place)) ?? 1,
  )

  function choose(count: Days): void {
    setDays(count)
    keepText(place, String(count))
  }

  return { days, choose, forget: () => keepText(place, '') }
}

function daysText(count: Days): string {
  return count === 1 ? '24 Hours' : `${count} Days`
}
