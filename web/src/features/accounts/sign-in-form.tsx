import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useSignIn } from '#web/features/accounts/api.ts'
import { SignInTrouble } from '#web/features/accounts/sign-in-trouble.tsx'
import { CallFailure } from '#web/lib/call.ts'
import { failureTextWithLater } from '#web/lib/failure-text.ts'
import { whySessionEnded } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './sign-in-form.module.css'

const fewestCharacters = 8
const fields = ['username', 'password'] as const
type Field = (typeof fields)[number]
type Typed = Record<Field, string>

/** Never empties a field: whatever went wrong, what was typed stays. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn()
  const trouble = signIn.error ?? whySessionEnded()
  const form = useForm<Typed>({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validateInputOnBlur: true,
    validate: { username: usernameTrouble, password: passwordTrouble },
  })

  function focusFirstWrong(errors: Partial<Record<Field, unknown>>): void {
    const wrong = fields.find((field) => errors[field])
    if (wrong) form.getInputNode(wrong)?.focus()
  }

  function refuse(failure: Error): void {
    showSnackbar('error', failureTextWithLater(failure))
    if (!(failure instanceof CallFailure)) return
    const errors = { username: failure.fields.username, password: failure.fields.userSecret }
    form.setErrors(errors)
    focusFirstWrong(errors)
  }

  function submit({ username, password }: Typed): void {
    if (signIn.isPending) return
    clearSnackbars()
    signIn.mutate(
      { username: username.trim(), userSecret: password },
      { onSuccess: onSignedIn, onError: refuse },
    )
  }

  return (
    <>
      {trouble && <SignInTrouble failure={trouble} username={signIn.variables?.username ?? ''} />}
      <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, focusFirstWrong)}>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
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

function usernameTrouble(username: string): string | null {
  return username.trim() === '' ? 'Required.' : null
}

function passwordTrouble(password: string): string | null {
  if (password === '') return 'Required.'
  return [...password].length < fewestCharacters ? 'Minimum 8 characters password' : null
}
