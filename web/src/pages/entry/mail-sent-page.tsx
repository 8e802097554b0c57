import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useResendVerification } from '#web/features/accounts/account-api.ts'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { MailRequest } from '#web/features/accounts/sign-up/mail-request.tsx'
import { lastSentMail, saveSentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { SignInPrompt } from '#web/features/accounts/sign-in/sign-in-prompt.tsx'

export function MailSentPage() {
  const resend = useResendVerification()
  const [sent] = useState(lastSentMail)
  const [isSent, setSent] = useState(sent !== null)
  return (
    <EntryFrame
      title="Check your mail"
      lead={isSent ? undefined : 'Which address did you sign up with? We send the mail there again.'}
      foot={
        <>
          <SignInPrompt question="Email verified?" />
          <br />
          Signed up with a wrong address?{' '}
          <Link to="/signup" className="link">
            Sign up again
          </Link>
        </>
      }
    >
      <MailRequest
        request={resend}
        submitLabel="Send the mail again"
        sent={sent}
        onSent={(address) => {
          saveSentMail(address)
          setSent(true)
        }}
        onAnother={() => setSent(false)}
        renderSent={(address) => <SentText address={address} />}
      />
    </EntryFrame>
  )
}

function SentText({ address }: { address: string }) {
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
