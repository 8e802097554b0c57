import { Email, EnteredPassword } from '@rootsquare/contract/lib/fields'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useChangeSignUpEmail } from '#web/features/accounts/account-api.ts'
import { focusFirstError, isShownAtFields } from '#web/features/accounts/rejected-fields.ts'
import type { PendingAccount } from '#web/features/accounts/sign-up/pending-account.ts'
import { saveSentMail, type SentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const fields = ['email', 'username', 'password'] as const
type Field = (typeof fields)[number]
type Errors = Partial<Record<Field, string | null | undefined>>

const errorOf: Record<Field, (value: string) => string | null> = {
  email: fieldErrorIn(Email),
  username: (value) => (value.trim() === '' ? 'Required.' : null),
  password: fieldErrorIn(EnteredPassword),
}

type AddressCorrectionProps = {
  account: PendingAccount | null
  /** The name of the account, if the page knows it. */
  username: string | null
  emailAddress: string
  onSent: (mail: SentMail, account: PendingAccount) => void
  onCancel: (() => void) | undefined
}

/** Changes the address of an account that is not verified yet. Asks for its name and password if the page does not have them. */
export function AddressCorrection(props: AddressCorrectionProps) {
  const { username, emailAddress, onCancel } = props
  const { form, failure, isBusy, needsAccount, propsOf, submit } = useAddressCorrection(props)
  return (
    <form ref={form} className="stack breakable" noValidate onSubmit={submit}>
      {failure && !isShownAtFields(failure, ['emailAddress', 'username', 'userSecret']) && (
        <Notice kind="error">
          <p>{errorText(failure)}</p>
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        {...noCorrection}
        defaultValue={emailAddress}
        {...propsOf('email')}
      />
      {needsAccount && (
        <>
          <TextField
            label="Username"
            autoComplete="username"
            {...noCorrection}
            defaultValue={username ?? props.account?.username}
            {...propsOf('username')}
          />
          <PasswordField label="Password" autoComplete="current-password" {...propsOf('password')} />
        </>
      )}
      <Button type="submit" isWide isBusy={isBusy}>
        Send the mail
      </Button>
      {onCancel && (
        <Button variant="outline" isWide onClick={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  )
}

const noCorrection = { autoCapitalize: 'none', spellCheck: false } as const

function useAddressCorrection({ onSent, ...props }: AddressCorrectionProps) {
  const change = useChangeSignUpEmail()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  /** Null if the name and the password are asked for. */
  const [account, setAccount] = useState(props.account)

  useEffect(() => {
    const email = form.current?.elements.namedItem('email')
    if (!(email instanceof HTMLInputElement)) return
    email.focus()
    email.select()
  }, [])

  function showErrors(found: Errors): void {
    setErrors(found)
    focusFirstError(form.current, fields, found)
  }

  function showFailure(failure: Error): void {
    showSnackbar('error', errorText(failure))
    if (!(failure instanceof CallError)) return
    if (failure.code === 'BAD_CREDENTIALS') setAccount(null)
    const { emailAddress: email, username, userSecret: password } = failure.fields
    showErrors({ email, username, password })
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (change.isPending) return
    clearSnackbars()
    const typed = typedIn(event.currentTarget, account)
    const found = Object.fromEntries(fields.map((name) => [name, errorOf[name](typed[name])]))
    showErrors(found)
    if (fields.some((name) => found[name] !== null)) return
    const sent = { username: typed.username.trim(), userSecret: typed.password }
    change.mutate(
      { ...sent, emailAddress: typed.email.trim() },
      {
        onSuccess: ({ data, message }) => {
          showSnackbar('success', message ?? 'Please check your email')
          onSent(saveSentMail(data.emailAddress, data.username), { ...sent, emailAddress: null })
        },
        onError: showFailure,
      },
    )
  }

  const propsOf = (name: Field) => ({
    name,
    error: errors[name],
    onChange: () => setErrors((before) => ({ ...before, [name]: null })),
  })

  return {
    form,
    failure: change.error,
    isBusy: change.isPending,
    needsAccount: account === null,
    propsOf,
    submit,
  }
}

function typedIn(form: HTMLFormElement, account: PendingAccount | null): Record<Field, string> {
  const typed = new FormData(form)
  const text = (name: Field) => String(typed.get(name) ?? '')
  return {
    email: text('email'),
    username: account?.username ?? text('username'),
    password: account?.userSecret ?? text('password'),
  }
}
