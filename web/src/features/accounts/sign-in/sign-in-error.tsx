import { useState, type SubmitEvent } from 'react'
import { useResendVerification } from '#web/features/accounts/account-api.ts'
import { lastSentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { CallError } from '#web/lib/net/call.ts'
import { momentText } from '#web/lib/format/time.ts'
import { errorText, errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './sign-in-error.module.css'

/** Remains beside the form after the snackbar has disappeared, and says what the person can do next. */
export function SignInError({ failure, username }: { failure: Error; username: string }) {
  const { code, reason, until } = failure instanceof CallError ? failure : {}
  return (
    <div className={classes.error}>
      <Notice kind="error">
        <p>{errorTextWithRetry(failure)}</p>
        {(reason || until) && (
          <dl className="stack gap-6">
            {reason && <Detail name="Reason" value={reason} />}
            {until && <Detail name="Until" value={`${momentText(until)} (Lagos time)`} />}
          </dl>
        )}
        {reason && <p>Write to the moderators by answering the mail we sent you.</p>}
        {code === 'EMAIL_NOT_VERIFIED' && <ResendMail typed={username} />}
      </Notice>
    </div>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="small">{name}</dt>
      <dd className="semibold">{value}</dd>
    </div>
  )
}

/** Requests the mail again. The server needs an address, so members who typed a username must enter theirs. */
function ResendMail({ typed }: { typed: string }) {
  const isAddressKnown = typed.includes('@')
  const resend = useResendVerification()
  const [address, setAddress] = useState(() => (isAddressKnown ? typed : (lastSentMail()?.address ?? '')))
  const [error, setError] = useState<string | null>(null)

  function showFailure(failure: Error): void {
    setError((failure instanceof CallError && failure.fields.emailAddress) || null)
    showSnackbar('error', errorText(failure))
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (resend.isPending) return
    if (address.trim() === '') return setError('Required.')
    resend.mutate(address.trim(), {
      onSuccess: (message) => showSnackbar('success', message ?? 'Please check your email'),
      onError: showFailure,
    })
  }

  return (
    <form className={`stack start wide ${classes.resend}`} noValidate onSubmit={submit}>
      {!isAddressKnown && (
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          value={address}
          error={error}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setError(null)
          }}
        />
      )}
      <Button type="submit" variant="outline" isBusy={resend.isPending}>
        Send the mail again
      </Button>
    </form>
  )
}
