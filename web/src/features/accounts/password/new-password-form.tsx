import { ReplacingPassword } from '@rootsquare/contract/lib/fields'
import { useState } from 'react'
import { useResetPassword } from '#web/features/accounts/account-api.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { Form } from '#web/ui/fields/form.tsx'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

type NewPasswordFormProps = {
  code: string
  onUpdated: (message: string) => void
  /** Is called if the code is no longer valid, so that no input in this form can help. */
  onInvalidCode: (message: string) => void
}

export function NewPasswordForm({ code, onUpdated, onInvalidCode }: NewPasswordFormProps) {
  const [isShown, setShown] = useState(false)
  const reset = useResetPassword()
  const form = useForm({
    initial: { password: '', confirmation: '' },
    rules: { password: ReplacingPassword, confirmation: confirmationError },
    errorsFrom: ({ cipher, confirmCipher }) => ({ password: cipher, confirmation: confirmCipher }),
    send: ({ password, confirmation }) =>
      reset.mutateAsync({ cipher: password, confirmCipher: confirmation, resetCode: code }),
    onSuccess: (message) => onUpdated(message ?? 'Password updated successfully'),
    onFailure(failure, shown) {
      if (failure instanceof CallError && failure.code === 'INVALID_CODE')
        return onInvalidCode(errorText(failure))
      resultInSnackbar.onFailure(failure, shown)
    },
  })
  const inputProps = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
  } as const
  return (
    <Form form={form}>
      <TextField label="Password" {...inputProps} {...form.field('password')} />
      <PasswordChecklist password={form.values.password} />
      <TextField label="Confirm password" {...inputProps} {...form.field('confirmation')} />
      <CheckField
        label="Show passwords"
        checked={isShown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      <Button type="submit" isWide isBusy={form.isPending}>
        Update password
      </Button>
    </Form>
  )
}

function confirmationError(confirmation: string, { password }: { password: string }): string | null {
  if (confirmation === '') return 'Required.'
  return confirmation === password ? null : 'Passwords must match.'
}
