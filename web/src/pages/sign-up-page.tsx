import { Link, useNavigate } from '@tanstack/react-router'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { rememberMail } from '#web/features/accounts/sent-mail.ts'
import { SignUpForm } from '#web/features/accounts/sign-up-form.tsx'
import { GroupPicker } from '#web/features/groups/group-picker.tsx'
import classes from './sign-in-page.module.css'

export function SignUpPage() {
  const navigate = useNavigate()

  function goToMail(emailAddress: string): void {
    rememberMail(emailAddress)
    void navigate({ to: '/mail-sent', replace: true })
  }

  return (
    <EntryFrame title="Sign up">
      <SignUpForm onSignedUp={goToMail} groupPicker={(field) => <GroupPicker {...field} />} />
      <p className={classes.other}>
        On the square already?{' '}
        <Link to="/" className="link">
          Sign In
        </Link>
      </p>
    </EntryFrame>
  )
}
