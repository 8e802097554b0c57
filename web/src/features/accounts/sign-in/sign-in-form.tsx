import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useSignIn } from '#web/entities/members/own-profile.ts'
import { focusFirst, isSaidAtField } from '#web/features/accounts/sign-up/rejected-fields.ts'
import { SignInTrouble } from '#web/features/accounts/sign-in/sign-in-error.tsx'
import { keepName, typedName } from '#web/features/accounts/sign-in/typed-name.ts'
import { memberOfRequestedPage } from '#web/lib/session/requested-page.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { whySessionEnded } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './sign-in-form.module.css'

const fewestCharacters = 8
const fields = ['username', 'password'] as const
type Field = (typeof fields)[number]
type Errors = Partial<Record<Field, string | null | undefined>>

const fieldErrorIn: Record<Field, (value: string) => string | null> = {
  username: usernameTrouble,
  password: passwordTrouble,
}

/** Never empties a field: whatever went wrong, what was typed stays. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn()
  const form = useRef<HTMLFormElement>(null)
  const running = useRef<AbortController>(null)
  const [errors, setErrors] = useState<Errors>({})
  // Who has gone on to another page is not signed in behind their back.
  useEffect(() => () => running.current?.abort(), [])

  function complain(found: Errors): void {
    setErrors(found)
    focusFirst(form.current, fields, found)
  }

  function refuse(failure: Error): void {
    showSnackbar('error', errorTextWithRetry(failure))
    if (!(failure instanceof CallError)) return
    complain({ username: failure.fields.username, password: failure.fields.userSecret })
  }

  function enter(): void {
    keepName('')
    onSignedIn()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (signIn.isPending) return
    const [username, userSecret] = typedIn(event.currentTarget)
    const found = { username: usernameTrouble(username), password: passwordTrouble(userSecret) }
    if (found.username !== null || found.password !== null) return complain(found)
    setErrors({})
    clearSnackbars()
    running.current = new AbortController()
    const { signal } = running.current
    signIn.mutate({ username: username.trim(), userSecret, signal }, { onSuccess: enter, onError: refuse })
  }

  const propsOf = (name: Field) => ({
    name,
    error: errors[name],
    onChange: () => setErrors((before) => ({ ...before, [name]: null })),
    onBlur: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      // Who only passes through an empty field has not got it wrong yet.
      const isUntyped = value === '' && !(name in errors)
      if (!isUntyped) setErrors((before) => ({ ...before, [name]: fieldErrorIn[name](value) }))
    },
  })

  return (
    <>
      <Why failure={signIn.error} username={signIn.variables?.username ?? ''} />
      <form ref={form} className={classes.form} noValidate onSubmit={submit}>
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typedName()}
          onInput={(event) => keepName(event.currentTarget.value)}
          {...propsOf('username')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...propsOf('password')} />
        <Link to="/reset-password" className={['link', classes.forgot].join(' ')}>
          Forgot password?
        </Link>
        <Button type="submit" isWide isBusy={signIn.isPending}>
          Sign In
        </Button>
      </form>
    </>
  )
}

/** Of the last try, else of the session before, else what signing in is for: nothing that stands at a field already. */
function Why({ failure, username }: { failure: Error | null; username: string }) {
  const member = memberOfRequestedPage()
  const why = failure ?? whySessionEnded() ?? (member && `Sign in to see @${member}`)
  if (!why) return null
  if (typeof why === 'string')
    return (
      <p role="alert" className={classes.ended}>
        {why}
      </p>
    )
  return isSaidAtField(why, ['username', 'userSecret']) ? null : (
    <SignInTrouble failure={why} username={username} />
  )
}

function typedIn(form: HTMLFormElement): [username: string, password: string] {
  const typed = new FormData(form)
  return [String(typed.get('username') ?? ''), String(typed.get('password') ?? '')]
}

function usernameTrouble(username: string): string | null {
  return username.trim() === '' ? 'Required.' : null
}

function passwordTrouble(password: string): string | null {
  if (password === '') return 'Required.'
  return [...password].length < fewestCharacters ? 'Minimum 8 characters password' : null
}
