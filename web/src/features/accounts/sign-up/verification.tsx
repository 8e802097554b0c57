import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useResendVerification, verificationOf } from '#web/features/accounts/account-api.ts'
import { MailRequest } from '#web/features/accounts/sign-up/mail-request.tsx'
import { clearSentMail, lastSentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { PerhapsSentText } from '#web/features/accounts/sign-up/sent-text.tsx'
import { signUpDraftKey } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { saveDraft } from '#web/lib/storage/use-draft.ts'
import { SignInPrompt } from '#web/features/accounts/sign-in-prompt.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { ButtonLink } from '#web/ui/controls/button-link.tsx'
import classes from './verification.module.css'

/** Shows the result of the link in the mail, whose code works once. */
export function Verification({ code }: { code: string }) {
  const { isSuccess, error, isFetching, refetch } = useQuery(verificationOf(code))
  useEffect(() => {
    if (!isSuccess) return
    clearSentMail()
    saveDraft(signUpDraftKey, null)
  }, [isSuccess])
  const failure = isSuccess || isFetching ? null : error
  const isRejected = failure instanceof CallError && failure.status >= 400 && failure.status < 429
  return (
    <div className="stack">
      <div aria-live="polite">
        {isSuccess && (
          <Notice kind="success">
            <p>Email verification successful</p>
            <p>Your account is ready.</p>
          </Notice>
        )}
        {failure !== null && (
          <Notice kind="error">
            <p>{errorText(failure)}</p>
          </Notice>
        )}
        {!isSuccess && failure === null && (
          <div className={`stack centered muted ${classes.verifying}`}>
            <Spinner />
            <p>Verifying your email…</p>
          </div>
        )}
      </div>
      {isSuccess && (
        <ButtonLink to="/" variant="primary" isWide>
          Sign In
        </ButtonLink>
      )}
      {failure !== null && !isRejected && <Button onClick={() => void refetch()}>Retry</Button>}
      {isRejected && <RequestNewMail />}
    </div>
  )
}

/** Is shown for a link without a code. */
export function VerificationWithoutCode() {
  return (
    <div className="stack">
      <Notice kind="error">
        <p>This link is incomplete. Please open the link in the mail again, or ask for a new one.</p>
      </Notice>
      <RequestNewMail />
    </div>
  )
}

function RequestNewMail() {
  const resend = useResendVerification()
  return (
    <>
      <MailRequest
        request={resend}
        submitLabel="Send a new mail"
        initialAddress={lastSentMail()?.address ?? ''}
        renderSent={(address) => <PerhapsSentText address={address} />}
      />
      <p className="muted">
        <SignInPrompt question="Verified already?" />
      </p>
    </>
  )
}
