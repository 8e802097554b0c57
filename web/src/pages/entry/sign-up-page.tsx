import { useNavigate } from '@tanstack/react-router'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { saveSentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { SignUpForm } from '#web/features/accounts/sign-up/sign-up-form.tsx'
import { SignInPrompt } from '#web/features/accounts/sign-in/sign-in-prompt.tsx'
import { GroupPicker } from '#web/features/groups/picker/group-picker.tsx'

export function SignUpPage() {
  const navigate = useNavigate()

  function goToMail(emailAddress: string): void {
    saveSentMail(emailAddress)
    void navigate({ to: '/mail-sent', replace: true })
  }

  return (
    <EntryFrame title="Sign up" foot={<SignInPrompt question="On the square already?" />}>
      <SignUpForm onSignedUp={goToMail} renderGroupPicker={(field) => <GroupPicker {...field} />} />
    </EntryFrame>
  )
}
