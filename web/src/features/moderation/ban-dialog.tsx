import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useBan } from '#web/features/moderation/lock-out-api.ts'
import type { LockOutProps } from '#web/features/moderation/lock-out-api.ts'
import { ReasonText, useReason } from '#web/features/moderation/reason-text.tsx'
import { saidByServer } from '#web/lib/said-by-server.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './lock-out.module.css'

const blank = 'Please provide a reason for banning'

/** There is no way back, so the name is asked for: whoever took the wrong row notices here. */
export function BanDialog({ user, onDone, onClose }: LockOutProps) {
  const { userId, username } = user
  const formId = useId()
  const ban = useBan(userId)
  const reason = useReason({ what: 'ban', userId, blank })
  const [typed, setTyped] = useState('')
  const isSure = isSameName(typed, username)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (ban.isPending || !isSure) return
    const given = reason.ask()
    if (given === null) return
    clearSnackbars()
    ban.mutateAsync(given, { onSuccess: leave }).then(
      () => {
        reason.forget()
        showSnackbar('success', 'User has been banned')
      },
      (failure: unknown) => showSnackbar('error', saidByServer(failure, 'Failed to ban user')),
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
      <Button type="submit" form={formId} look="danger" disabled={!isSure} isBusy={ban.isPending}>
        Ban
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Ban @${username}?`} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <p>
          A ban cannot be undone. They never come in again, and are told why. Nobody sees what they have
          posted. All open reports on them count as addressed, and whoever reported is told.
        </p>
        <ReasonText label="Reason" reason={reason} />
        <TextField
          label={`Type ${username} to confirm`}
          name="confirm"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

/** With or without the @ that stands before names on every screen; case makes no other name of it. */
function isSameName(typed: string, username: string): boolean {
  return typed.trim().replace(/^@/, '').toLowerCase() === username.toLowerCase()
}
