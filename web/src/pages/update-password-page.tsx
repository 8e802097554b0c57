import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { NewPasswordForm } from '#web/features/accounts/new-password-form.tsx'
import { forgetResetCode, givenResetCode, hideResetCode } from '#web/features/accounts/reset-code.ts'
import { endSession } from '#web/lib/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

export function UpdatePasswordPage() {
  const navigate = useNavigate()
  const [code] = useState(givenResetCode)
  useEffect(hideResetCode, [])

  function goToSignIn(message: string): void {
    showSnackbar('success', message)
    forgetResetCode()
    // The server has ended every session of the member; the one on this device is no exception.
    endSession()
    void navigate({ to: '/', replace: true })
  }

  return (
    <EntryFrame title="New password">
      {code === null ? <WithoutCode /> : <NewPasswordForm code={code} onUpdated={goToSignIn} />}
    </EntryFrame>
  )
}

function WithoutCode() {
  return (
    <Notice kind="error">
      <p>This link is incomplete. Please open the link in the mail again, or ask for a new one.</p>
      <Link to="/reset-password">Ask for a new mail</Link>
    </Notice>
  )
}
