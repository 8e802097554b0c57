import type { Login } from '@rootsquare/contract/accounts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useSignIn } from '#web/features/accounts/account-api.ts'
import { focusFirstError } from '#web/lib/forms/focus-field.ts'
import { SignInError } from '#web/features/accounts/sign-in/sign-in-error.tsx'
import { rememberTypedName, typedName } from '#web/features/accounts/sign-in/typed-name.ts'
import { memberOfRequestedPage } from '#web/lib/session/requested-page.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { sessionEndReason } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './sign-in-form.module.css'

const minPasswordLength = 8
type Field = 'username' | 'password'
type Errors = Partial<Record<Field, string | null | undefined>>

const errorOf: Record<Field, (value: string) => string | null> = {
  username: usernameError,
  password: passwordError,
}

/**
 * Keeps the typed text in all fields, whatever error occurs. It does without `useForm`, which would make
 * the first visit 1.4 kB heavier.
 */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn()
  const form = useRef<HTMLFormElement>(null)
  const running = useRef<AbortController>(null)
  const [errors, setErrors] = useState<Errors>({})
  // A person who has left the page must not be signed in afterwards.
  useEffect(() => () => running.current?.abort(), [])

  function showErrors(found: Errors): void {
    setErrors(found)
    focusFirstError(form.current, found)
  }

  function showFailure(failure: Error): void {
    showSnackbar('error', errorTextWithRetry(failure))
    if (!(failure instanceof CallError)) return
    showErrors({ username: failure.fields.username, password: failure.fields.userSecret })
  }

  function finish(): void {
    rememberTypedName('')
    onSignedIn()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (signIn.isPending) return
    const [username, userSecret] = valuesOf(event.currentTarget)
    const found = { username: usernameError(username), password: passwordError(userSecret) }
    if (found.username !== null || found.password !== null) return showErrors(found)
    setErrors({})
    clearSnackbars()
    running.current = new AbortController()
    const { signal } = running.current
    signIn.mutate(
      { username: username.trim(), userSecret, signal },
      { onSuccess: finish, onError: showFailure },
    )
  }

  const propsOf = (name: Field) => ({
    name,
    error: errors[name],
    onChange: () => setErrors((before) => ({ ...before, [name]: null })),
    onBlur: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      // A field that only had the focus shows no error yet.
      const isUntyped = value === '' && !(name in errors)
      if (!isUntyped) setErrors((before) => ({ ...before, [name]: errorOf[name](value) }))
    },
  })

  return (
    <>
      <SignInNotice failure={signIn.error} account={signIn.variables} />
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typedName()}
          onInput={(event) => rememberTypedName(event.currentTarget.value)}
          {...propsOf('username')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...propsOf('password')} />
        <Link to="/reset-password" className={`text-link ${classes.forgot}`}>
          Forgot password?
        </Link>
        <Button type="submit" isWide isBusy={signIn.isPending}>
          Sign In
        </Button>
      </form>
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
      <p role="alert" className="semibold soft-gold margin-bottom-m pad-s-m radius-m">
        {reason}
      </p>
    )
  if (isShownAtFields(reason)) return null
  return <SignInError failure={reason} account={account} />
}

/** Returns whether the fields already show all errors of a failure. */
function isShownAtFields(failure: Error): boolean {
  if (!(failure instanceof CallError)) return false
  const { username, userSecret } = failure.fields
  const shown = [username, userSecret].filter((text) => text !== undefined)
  return shown.length > 0 && failure.sentences.every((sentence) => shown.includes(sentence))
}

function valuesOf(form: HTMLFormElement): [username: string, password: string] {
  const typed = new FormData(form)
  return [String(typed.get('username') ?? ''), String(typed.get('password') ?? '')]
}

function usernameError(username: string): string | null {
  return username.trim() === '' ? 'Required.' : null
}

function passwordError(password: string): string | null {
  if (password === '') return 'Required.'
  return [...password].length < minPasswordLength ? 'Minimum 8 characters password' : null
}
