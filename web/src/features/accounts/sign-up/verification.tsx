import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useResendVerification, verificationOf } from '#web/entities/members/own-profile.ts'
import { MailRequest } from '#web/features/accounts/sign-up/mail-request.tsx'
import { forgetMail, lastMail, rememberMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { forgetDraft } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { ToSignIn } from '#web/features/accounts/sign-in/to-sign-in.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import classes from './verification.module.css'

/** What the link of the mail leads to; the code in it works once. */
export function Verification({ code }: { code: string }) {
  const { isSuccess, error, isFetching, refetch } = useQuery(verificationOf(code))
  useEffect(() => {
    if (!isSuccess) return
    forgetMail()
    forgetDraft()
  }, [isSuccess])
  const failure = isSuccess || isFetching ? null : error
  const isRefused = failure instanceof CallError && failure.status >= 400 && failure.status < 429
  return (
    <div className={classes.verification}>
      <div aria-live="polite">
        {isSuccess && <Verified />}
        {failure !== null && (
          <Notice kind="error">
            <p>{errorText(failure)}</p>
          </Notice>
        )}
        {!isSuccess && failure === null && <Verifying />}
      </div>
      {isSuccess && <SignInLink />}
      {failure !== null && !isRefused && <Button onClick={() => void refetch()}>Retry</Button>}
      {isRefused && <AskAgain />}
    </div>
  )
}

/** For a link that lost its code on the way. */
export function VerificationWithoutCode() {
  return (
    <div className={classes.verification}>
      <Notice kind="error">
        <p>This link is incomplete. Please open the link in the mail again, or ask for a new one.</p>
      </Notice>
      <AskAgain />
    </div>
  )
}

function Verifying() {
  return (
    <div className={classes.verifying}>
      <Spinner />
      <p>Verifying your email…</p>
    </div>
  )
}

function Verified() {
  return (
    <Notice kind="success">
      <p>Email verification successful</p>
      <p>Your place on the square is ready.</p>
    </Notice>
  )
}

function SignInLink() {
  return (
    <Link to="/" className={classes.next}>
      Sign In
    </Link>
  )
}

function AskAgain() {
  const resend = useResendVerification()
  return (
    <>
      <MailRequest
        request={resend}
        submitLabel="Send a new mail"
        address={lastMail()?.address ?? ''}
        onSent={rememberMail}
        renderTold={(address) => (
          <p>
            If <strong>{address}</strong> still waits to be verified, a new mail is on its way there. Its link
            is valid for 24 hours.
          </p>
        )}
      />
      <p className={classes.text}>
        <ToSignIn question="Verified already?" />
      </p>
    </>
  )
}
