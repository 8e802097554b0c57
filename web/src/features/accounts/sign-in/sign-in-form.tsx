import type { Login } from '@rootsquare/contract/accounts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSignIn } from '#web/features/accounts/account-api.ts'
import { SignInError } from '#web/features/accounts/sign-in/sign-in-error.tsx'
import { rememberTypedName, typedName } from '#web/features/accounts/sign-in/typed-name.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { memberOfRequestedPage } from '#web/lib/session/requested-page.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { sessionEndReason } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Form } from '#web/ui/fields/form.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './sign-in-form.module.css'

const minPasswordLength = 8

/** Keeps the typed text in all fields, whatever error occurs. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn()
  const running = useRef<AbortController>(null)
  // A person who has left the page must not be signed in afterwards.
  useEffect(() => () => running.current?.abort(), [])

  const form = useForm({
    initial: { username: typedName(), password: '' },
    rules: {
      username: (username) => (username.trim() === '' ? 'Required.' : null),
      password: passwordError,
    },
    errorsFrom: ({ username, userSecret }) => ({ username, password: userSecret }),
    send({ username, password }) {
      running.current = new AbortController()
      const { signal } = running.current
      return signIn.mutateAsync({ username: username.trim(), userSecret: password, signal })
    },
    onClose() {
      rememberTypedName('')
      onSignedIn()
    },
    onFailure(failure) {
      if (running.current?.signal.aborted !== true) showSnackbar('error', errorTextWithRetry(failure))
    },
  })

  return (
    <>
      <SignInNotice failure={form.failure} account={signIn.variables} />
      <Form form={form}>
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onInput={(event) => rememberTypedName(event.currentTarget.value)}
          {...form.field('username')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <Link to="/reset-password" className={`link ${classes.forgot}`}>
          Forgot password?
        </Link>
        <Button type="submit" isWide isBusy={form.isPending}>
          Sign In
        </Button>
      </Form>
    </>
  )
}

/** Explains the last attempt, else the end of the session, else the requested page. It repeats no error of a field. */
function SignInNotice({ failure, account }: { failure: Error | null; account: Login | undefined }) {
  const member = memberOfRequestedPage()
  const reason = failure ?? sessionEndReason() ?? (member && `Sign in to see @${member}`)
  if (!reason) return null
  if (typeof reason === 'string')
    return (
      <p role="alert" className={`semibold ${classes.ended}`}>
        {reason}
      </p>
    )
  return <SignInError failure={reason} account={account} />
}

function passwordError(password: string): string | null {
  if (password === '') return 'Required.'
  return [...password].length < minPasswordLength ? 'Minimum 8 characters password' : null
}
