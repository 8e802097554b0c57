import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useResendVerification } from '#web/features/accounts/api.ts'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { MailRequest } from '#web/features/accounts/mail-request.tsx'
import { lastMail, rememberMail } from '#web/features/accounts/sent-mail.ts'
import classes from './mail-sent-page.module.css'

export function MailSentPage() {
  const resend = useResendVerification()
  const [sent] = useState(lastMail)
  return (
    <EntryFrame title="Verify your email">
      {sent === null && (
        <p className={classes.lead}>Which address did you sign up with? We send the mail there again.</p>
      )}
      <MailRequest
        request={resend}
        submitLabel="Send the mail again"
        sent={sent}
        onSent={rememberMail}
        told={(address) => <Told address={address} />}
      />
      <p className={classes.login}>
        Email verified?{' '}
        <Link to="/" className="link">
          Sign In
        </Link>
      </p>
    </EntryFrame>
  )
}

function Told({ address }: { address: string }) {
  return (
    <>
      <p>
        We sent a mail to <strong>{address}</strong>. Please open it and follow the link to verify your email.
        The link is valid for 24 hours.
      </p>
      <p>Nothing in your mail app yet? It can take a minute. Look into the spam folder, too.</p>
    </>
  )
}
