import { useNavigate } from '@tanstack/react-router'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { saveSentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { passAccount } from '#web/features/accounts/sign-up/pending-account.ts'
import { SignUpForm } from '#web/features/accounts/sign-up/sign-up-form.tsx'
import type { SignedUp } from '#web/features/accounts/sign-up/use-sign-up-form.ts'
import { SignInPrompt } from '#web/features/accounts/sign-in-prompt.tsx'
import { OwnGroupField } from '#web/features/groups/picker/own-group-field.tsx'

export function SignUpPage() {
  const navigate = useNavigate()

  function goToMail({ username, emailAddress, password }: SignedUp): void {
    saveSentMail(emailAddress, username)
    passAccount({ username, userSecret: password, emailAddress: null })
    void navigate({ to: '/mail-sent', replace: true })
  }

  return (
    <EntryFrame title="Sign up" foot={<SignInPrompt question="Already a member?" />}>
      <SignUpForm onSignedUp={goToMail} renderGroupPicker={(field) => <OwnGroupField {...field} />} />
    </EntryFrame>
  )
}
