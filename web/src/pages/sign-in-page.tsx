import { Link, useNavigate } from '@tanstack/react-router'
import { SignInForm } from '#web/features/accounts/sign-in-form.tsx'
import { Welcome } from '#web/features/accounts/welcome.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import classes from './sign-in-page.module.css'

export function SignInPage() {
  const navigate = useNavigate()
  usePageTitle('Sign In')
  return (
    <div className={classes.page}>
      <Welcome />
      <div className={classes.side}>
        <section className={classes.card} aria-labelledby="sign-in">
          <h1 id="sign-in" className={['display', classes.title].join(' ')}>
            Sign In
          </h1>
          <SignInForm onSignedIn={() => void navigate({ to: '/loading', replace: true })} />
          <p className={classes.other}>
            New to the square?{' '}
            <Link to="/signup" className="link">
              Sign up here
            </Link>
          </p>
        </section>
      </div>
    </div>
  )
}
