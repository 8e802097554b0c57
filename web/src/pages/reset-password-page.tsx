import { useNavigate } from '@tanstack/react-router'
import { useRequestReset } from '#web/features/accounts/api.ts'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { MailRequest } from '#web/features/accounts/mail-request.tsx'
import { Button } from '#web/ui/button.tsx'
import classes from './reset-password-page.module.css'

export function ResetPasswordPage() {
  const navigate = useNavigate()
  const request = useRequestReset()
  return (
    <EntryFrame
      title="Reset password"
      lead="Tell us your email, and we send you a link to set a new password."
    >
      <MailRequest
        request={request}
        submitLabel="Submit"
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
