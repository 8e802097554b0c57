import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useResendVerification } from '#web/entities/members/own-profile.ts'
import { lastMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './resend-mail.module.css'

/** The server only takes an address, so one who signed in with a username is asked for it. */
export function ResendMail({ typed }: { typed: string }) {
  const isAddressKnown = typed.includes('@')
  const resend = useResendVerification()
  const [address, setAddress] = useState(() => (isAddressKnown ? typed : (lastMail()?.address ?? '')))
  const [trouble, setTrouble] = useState<string | null>(null)

  function refuse(failure: Error): void {
    const wrong = failure instanceof CallError ? failure.fields.emailAddress : undefined
    setTrouble(wrong ?? null)
    showSnackbar('error', errorText(failure))
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (resend.isPending) return
    if (address.trim() === '') return setTrouble('Required.')
    resend.mutate(address.trim(), {
      onSuccess: (message) => showSnackbar('success', message ?? 'Please check your email'),
      onError: refuse,
    })
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {!isAddressKnown && (
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          value={address}
          error={trouble}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setTrouble(null)
          }}
        />
      )}
      <Button type="submit" look="outline" isBusy={resend.isPending}>
        Send the mail again
      </Button>
    </form>
  )
}
