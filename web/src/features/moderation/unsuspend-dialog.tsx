import { useId } from 'react'
import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { LockOutProps } from '#web/features/moderation/lock-out-api.ts'
import { ReasonText, useReason } from '#web/features/moderation/reason-text.tsx'
import { troubleText, useUnsuspend } from '#web/features/moderation/suspended-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import classes from './lock-out.module.css'

const blank = 'Please provide a reason for unsuspending.'

export function UnsuspendDialog({ user, onDone, onClose }: LockOutProps) {
  const { userId, username } = user
  const formId = useId()
  const unsuspend = useUnsuspend(userId)
  const reason = useReason({ what: 'unsuspend', userId, blank })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (unsuspend.isPending) return
    const given = reason.ask()
    if (given === null) return
    clearSnackbars()
    unsuspend.mutateAsync(given, { onSuccess: leave }).then(
      () => {
        reason.forget()
        showSnackbar('success', 'User unsuspended successfully')
      },
      (failure: unknown) => showSnackbar('error', troubleText(failure)),
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
      <Button type="submit" form={formId} isBusy={unsuspend.isPending}>
        Unsuspend
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Unsuspend @${username}?`} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <p>They can come in again at once, and are told your reason.</p>
        <ReasonText label="Reason for Unsuspending" reason={reason} />
      </form>
    </Dialog>
  )
}
