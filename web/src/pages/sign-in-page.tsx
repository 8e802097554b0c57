import { Link, useNavigate } from '@tanstack/react-router'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { SignInForm } from '#web/features/accounts/sign-in-form.tsx'
import classes from './sign-in-page.module.css'

export function SignInPage() {
  const navigate = useNavigate()
  return (
    <EntryFrame title="Sign In">
      <SignInForm onSignedIn={() => void navigate({ to: '/loading', replace: true })} />
      <p className={classes.other}>
        New to the square?{' '}
        <Link to="/signup" className="link">
          Sign up here
        </Link>
      </p>
    </EntryFrame>
  )
}
