import { ReplacingPassword } from '@rootsquare/contract/lib/fields'
import { useState, type SyntheticEvent } from 'react'
import { useResetPassword } from '#web/features/accounts/account-api.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { focusFirstError, isShownAtFields } from '#web/features/accounts/rejected-fields.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

const fields = ['password', 'confirmation'] as const
type Typed = Record<(typeof fields)[number], string>
type FormEvent = SyntheticEvent | undefined

const validate = { password: fieldErrorIn(ReplacingPassword), confirmation: confirmationError }

type NewPasswordFormProps = {
  code: string
  onUpdated: (message: string) => void
  /** Is called if the code is no longer valid, so that no input in this form can help. */
  onInvalidCode: (message: string) => void
}

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { form, isShown, setShown, reset, onSubmit } = useNewPasswordForm(props)
  const inputProps = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
  } as const
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {reset.error && !isShownAtFields(reset.error, ['cipher', 'confirmCipher']) && (
        <Notice kind="error">
          <p>{errorText(reset.error)}</p>
        </Notice>
      )}
      <TextField label="Password" {...inputProps} {...form.getInputProps('password')} />
      <PasswordChecklist password={form.values.password} />
      <TextField label="Confirm password" {...inputProps} {...form.getInputProps('confirmation')} />
      <CheckField
        label="Show passwords"
        checked={isShown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      <Button type="submit" isWide isBusy={reset.isPending}>
        Update password
      </Button>
    </form>
  )
}

function useNewPasswordForm({ code, onUpdated, onInvalidCode }: NewPasswordFormProps) {
  const [isShown, setShown] = useState(false)
  const reset = useResetPassword()
  const initialValues: Typed = { password: '', confirmation: '' }
  const form = useForm<Typed>({ initialValues, validate })

  function showFailure(failure: Error, sent: FormEvent): void {
    showSnackbar('error', errorText(failure))
    if (!(failure instanceof CallError)) return
    if (failure.code === 'INVALID_CODE') return onInvalidCode(errorText(failure))
    const errors = { password: failure.fields.cipher, confirmation: failure.fields.confirmCipher }
    form.setErrors(errors)
    focusFirstError(sent?.target, fields, errors)
  }

  function submit({ password, confirmation }: Typed, sent: FormEvent): void {
    if (reset.isPending) return
    clearSnackbars()
    const body = { cipher: password, confirmCipher: confirmation, resetCode: code }
    reset.mutate(body, {
      onSuccess: (message) => onUpdated(message ?? 'Password updated successfully'),
      onError: (failure) => showFailure(failure, sent),
    })
  }

  const onSubmit = form.onSubmit(submit, (errors, sent) => focusFirstError(sent?.target, fields, errors))
  return { form, isShown, setShown, reset, onSubmit }
}

function confirmationError(confirmation: string, { password }: Typed): string | null {
  if (confirmation === '') return 'Required.'
  return confirmation === password ? null : 'Passwords must match.'
}
