import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { FocusedBox } from '#web/features/accounts/sign-up/mail-request.tsx'
import { NewPasswordForm } from '#web/features/accounts/password/new-password-form.tsx'
import { ResetRequest } from '#web/features/accounts/password/reset-request.tsx'
import { endSession } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const codeKey = 'rootsquare.reset-code'
const area = () => window.sessionStorage
const incomplete = 'This link is incomplete. Please open the link in the mail again, or ask for a new one.'

export function UpdatePasswordPage() {
  const navigate = useNavigate()
  const [code] = useState(readResetCode)
  /** The server's text about a code that is no longer valid. */
  const [codeError, setCodeError] = useState<string | null>(null)
  useEffect(hideResetCode, [])

  function goToSignIn(message: string): void {
    showSnackbar('success', message)
    clearResetCode()
    // The server has ended every session of the member, including the one on this device.
    endSession(null)
    void navigate({ to: '/', replace: true })
  }

  function rejectCode(message: string): void {
    clearResetCode()
    setCodeError(message)
  }

  return (
    <EntryFrame title="New password">
      {code === null || codeError !== null ? (
        <RequestNewMail text={codeError ?? incomplete} isNew={codeError !== null} />
      ) : (
        <NewPasswordForm code={code} onUpdated={goToSignIn} onInvalidCode={rejectCode} />
      )}
    </EntryFrame>
  )
}

/** Requests a new mail on this page, because signed-in members cannot open the page to request a reset. */
function RequestNewMail({ text, isNew }: { text: string; isNew: boolean }) {
  return (
    <FocusedBox isNew={isNew}>
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
      <ResetRequest submitLabel="Send a new mail" />
    </FocusedBox>
  )
}

/** Reads the code from the address, or after a reload from the storage, when the address no longer has it. */
function readResetCode(): string | null {
  const code = new URLSearchParams(location.search).get('vCode')
  if (code) writeStored(area, codeKey, code)
  return code || readStored(area, codeKey)
}

/** Removes the code from the address bar, so that it appears neither in the history nor in screenshots. */
function hideResetCode(): void {
  if (location.search !== '') window.history.replaceState(window.history.state, '', location.pathname)
}

function clearResetCode(): void {
  writeStored(area, codeKey, null)
}
