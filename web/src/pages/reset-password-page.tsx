import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRequestReset } from '#web/features/accounts/api.ts'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { MailRequest } from '#web/features/accounts/mail-request.tsx'
import { Button } from '#web/ui/button.tsx'
import classes from './reset-password-page.module.css'

export function ResetPasswordPage() {
  const navigate = useNavigate()
  const request = useRequestReset()
  const [isSent, setSent] = useState(false)
  return (
    <EntryFrame
      title="Reset password"
      lead={isSent ? undefined : 'Tell us your email, and we send you a link to set a new password.'}
    >
      <MailRequest
        request={request}
        submitLabel="Submit"
        onSent={() => setSent(true)}
        onAnother={() => setSent(false)}
        renderTold={(address) => (
          <p>
            If an account has the address <strong>{address}</strong>, a mail is on its way there. Its link is
            valid for one hour.
          </p>
        )}
      />
      <div className={classes.back}>
        <Button look="outline" isWide onClick={() => void navigate({ to: '/' })}>
          Sign In
        </Button>
      </div>
    </EntryFrame>
  )
}
