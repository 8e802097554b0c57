import { Email, EnteredPassword } from '@rootsquare/contract/lib/fields'
import { useEffect, useRef, useState } from 'react'
import { useChangeSignUpEmail } from '#web/features/accounts/account-api.ts'
import type { PendingAccount } from '#web/features/accounts/sign-up/pending-account.ts'
import { saveSentMail, type SentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { CallError } from '#web/lib/net/call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Form } from '#web/ui/fields/form.tsx'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

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
  const { onCancel } = props
  const { form, needsAccount } = useAddressCorrection(props)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <Form form={form} className="stack breakable">
      <TextField
        ref={field}
        label="Email"
        type="email"
        autoComplete="email"
        {...noCorrection}
        {...form.field('email')}
      />
      {needsAccount && (
        <>
          <TextField label="Username" autoComplete="username" {...noCorrection} {...form.field('username')} />
          <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        </>
      )}
      <Button type="submit" isWide isBusy={form.isPending}>
        Send the mail
      </Button>
      {onCancel && (
        <Button variant="outline" isWide onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Form>
  )
}

const noCorrection = { autoCapitalize: 'none', spellCheck: false } as const

function useAddressCorrection({ account, username, emailAddress, onSent }: AddressCorrectionProps) {
  const change = useChangeSignUpEmail()
  const [needsAccount, setNeedsAccount] = useState(account === null)
  const form = useForm({
    initial: {
      email: emailAddress,
      username: account?.username ?? username ?? '',
      password: account?.userSecret ?? '',
    },
    rules: {
      email: Email,
      username: (typed) => (typed.trim() === '' ? 'Required.' : null),
      password: EnteredPassword,
    },
    errorsFrom: (fields) => ({
      email: fields.emailAddress,
      username: fields.username,
      password: fields.userSecret,
    }),
    send: (typed) =>
      change.mutateAsync({
        username: typed.username.trim(),
        userSecret: typed.password,
        emailAddress: typed.email.trim(),
      }),
    onSuccess({ data, message }, { username: name, password }) {
      showSnackbar('success', message ?? 'Please check your email')
      const sent = { username: name.trim(), userSecret: password, emailAddress: null }
      onSent(saveSentMail(data.emailAddress, data.username), sent)
    },
    onFailure(failure, shown) {
      resultInSnackbar.onFailure(failure, shown)
      if (needsAccount || !(failure instanceof CallError) || failure.code !== 'BAD_CREDENTIALS') return
      setNeedsAccount(true)
      form.set({ username: username ?? account?.username ?? '', password: '' })
    },
  })
  return { form, needsAccount }
}
