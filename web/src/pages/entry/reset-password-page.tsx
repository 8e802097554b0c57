import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { ResetRequest } from '#web/features/accounts/password/reset-request.tsx'
import { Button } from '#web/ui/controls/button.tsx'

export function ResetPasswordPage() {
  const navigate = useNavigate()
  const [isSent, setSent] = useState(false)
  return (
    <EntryFrame
      title="Reset password"
      lead={isSent ? undefined : 'Tell us your email, and we send you a link to set a new password.'}
    >
      <div className="stack gap-s">
        <ResetRequest submitLabel="Submit" onSent={() => setSent(true)} onAnother={() => setSent(false)} />
        <Button variant="outline" isWide onClick={() => void navigate({ to: '/' })}>
          Sign In
        </Button>
      </div>
    </EntryFrame>
  )
}
