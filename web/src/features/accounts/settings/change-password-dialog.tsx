import { changePassword } from '@rootsquare/contract/accounts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { useChangePassword } from '#web/features/accounts/settings/api.ts'
import { confirmationError, passwordRules } from '#web/features/accounts/settings/change-password-errors.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  const form = useForm({
    initial: { oldCipher: '', newCipher: '', confirmNewCipher: '' },
    rules: passwordRules,
    send: change.mutateAsync,
    // The alert contains the text, so the fields are only marked.
    errorsFrom: (fields) => Object.fromEntries(Object.keys(fields).map((field) => [field, true])),
    onClose,
    onSuccess: (message) => showSnackbar('success', message ?? changePassword.message),
    onFailure(failure, { isOpen }) {
      // An open dialog shows the error itself.
      if (!isOpen) showSnackbar('error', changeErrorText(failure))
    },
  })
  const { newCipher, confirmNewCipher } = form.values
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Change Password"
      label="Change Password"
      disabled={!form.isValid()}
      // The alert is about the values that were sent, which differ from the fields now.
      onInput={form.clearFailure}
    >
      {form.failure && <Alert text={changeErrorText(form.failure)} />}
      <PasswordField
        label="Old password"
        autoComplete="current-password"
        data-autofocus
        {...form.field('oldCipher')}
      />
      <PasswordField label="New password" autoComplete="new-password" {...form.field('newCipher')} />
      <PasswordChecklist password={newCipher} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...form.field('confirmNewCipher')}
        error={form.errors.confirmNewCipher && confirmationError(confirmNewCipher, form.values)}
      />
    </FormDialog>
  )
}

function Alert({ text }: { text: string }) {
  return (
    <div role="alert">
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
    </div>
  )
}

function changeErrorText(failure: Error): string {
  return errorText(failure, 'An unexpected error occurred')
}
