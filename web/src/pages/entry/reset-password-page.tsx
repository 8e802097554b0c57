import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { ResetRequest } from '#web/features/accounts/password/reset-request.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './reset-password-page.module.css'

export function ResetPasswordPage() {
  const navigate = useNavigate()
  const [isSent, setSent] = useState(false)
  return (
    <EntryFrame
      title="Reset password"
      lead={isSent ? undefined : 'Tell us your email, and we send you a link to set a new password.'}
    >
      <ResetRequest submitLabel="Submit" onSent={() => setSent(true)} onAnother={() => setSent(false)} />
      <div className={classes.back}>
        <Button variant="outline" isWide onClick={() => void navigate({ to: '/' })}>
          Sign In
        </Button>
      </div>
    </EntryFrame>
  )
}
