import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { Told } from '#web/features/accounts/sign-up/mail-request.tsx'
import { NewPasswordForm } from '#web/features/accounts/password/new-password-form.tsx'
import { forgetResetCode, givenResetCode, hideResetCode } from '#web/features/accounts/password/reset-code.ts'
import { ResetRequest } from '#web/features/accounts/password/reset-request.tsx'
import { endSession } from '#web/lib/session/session.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const incomplete = 'This link is incomplete. Please open the link in the mail again, or ask for a new one.'

export function UpdatePasswordPage() {
  const navigate = useNavigate()
  const [code] = useState(givenResetCode)
  /** What the server said of a code that is no good any more. */
  const [spent, setSpent] = useState<string | null>(null)
  useEffect(hideResetCode, [])

  function goToSignIn(message: string): void {
    showSnackbar('success', message)
    forgetResetCode()
    // The server has ended every session of the member; the one on this device is no exception.
    endSession(null)
    void navigate({ to: '/', replace: true })
  }

  function giveUp(message: string): void {
    forgetResetCode()
    setSpent(message)
  }

  return (
    <EntryFrame title="New password">
      {code === null || spent !== null ? (
        <AskAgain text={spent ?? incomplete} isNew={spent !== null} />
      ) : (
        <NewPasswordForm code={code} onUpdated={goToSignIn} onSpent={giveUp} />
      )}
    </EntryFrame>
  )
}

/** Right here, since the page to ask for a reset is closed to one who is signed in. */
function AskAgain({ text, isNew }: { text: string; isNew: boolean }) {
  return (
    <Told isNew={isNew}>
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
      <ResetRequest submitLabel="Send a new mail" />
    </Told>
  )
}
