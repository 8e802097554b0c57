import { Link, useNavigate } from '@tanstack/react-router'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { SignInForm } from '#web/features/accounts/sign-in/sign-in-form.tsx'

export function SignInPage() {
  const navigate = useNavigate()
  return (
    <EntryFrame title="Sign In" foot={<ToSignUp />}>
      <SignInForm onSignedIn={() => void navigate({ to: '/loading', replace: true })} />
    </EntryFrame>
  )
}

function ToSignUp() {
  return (
    <>
      New to Rootsquare?{' '}
      <Link to="/signup" className="text-link">
        Sign up here
      </Link>
    </>
  )
}
