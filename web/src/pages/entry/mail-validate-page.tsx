import { useState } from 'react'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { Verification, VerificationWithoutCode } from '#web/features/accounts/sign-up/verification.tsx'

export function MailValidatePage() {
  const [code] = useState(() => new URLSearchParams(location.search).get('vCode'))
  return (
    <EntryFrame title="Verification">
      {code ? <Verification code={code} /> : <VerificationWithoutCode />}
    </EntryFrame>
  )
}
