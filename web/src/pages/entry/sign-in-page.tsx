import { Link, useNavigate } from '@tanstack/react-router'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { signInExtras } from '#web/features/accounts/sign-in/extras.ts'
import { SignInForm } from '#web/features/accounts/sign-in/sign-in-form.tsx'

export function SignInPage() {
  const navigate = useNavigate()
  const goOn = () => void navigate({ to: '/loading', replace: true })
  return (
    <EntryFrame title="Sign In" foot={<ToSignUp />} after={signInExtras({ onSignedIn: goOn })}>
      <SignInForm onSignedIn={goOn} />
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
