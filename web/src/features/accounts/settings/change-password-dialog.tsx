import { changePassword } from '@rootsquare/contract/accounts'
import { useId } from 'react'
import { useForm } from '#web/lib/forms/use-form.ts'
import { focusFirstError } from '#web/features/accounts/rejected-fields.ts'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { useChangePassword } from '#web/features/accounts/settings/api.ts'
import {
  passwordFields,
  confirmationError,
  passwordErrors,
} from '#web/features/accounts/settings/change-password-errors.ts'
import type { TypedPasswords } from '#web/features/accounts/settings/change-password-errors.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './dialogs.module.css'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const change = useChangePassword()
  const form = useForm<TypedPasswords>({
    initialValues: { oldCipher: '', newCipher: '', confirmNewCipher: '' },
    // The alert is about the values that were sent, which differ from the fields now.
    onValuesChange: () => {
      if (change.isError) change.reset()
    },
    validate: passwordErrors,
  })

  const { newCipher, confirmNewCipher } = form.values

  function showFieldErrors(failure: Error): void {
    if (!(failure instanceof CallError)) return
    // The alert contains the text, so the fields are only marked.
    form.setErrors(Object.fromEntries(Object.keys(failure.fields).map((field) => [field, true])))
    focusFirstError(document.getElementById(formId), passwordFields, failure.fields)
  }

  function submit(typed: TypedPasswords): void {
    if (change.isPending) return
    clearSnackbars()
    change
      .mutateAsync(typed, { onError: showFieldErrors, onSuccess: onClose })
      .then((message) => showSnackbar('success', message ?? changePassword.message))
      .catch((failure: Error) => {
        // An open dialog shows the error itself. After it was closed, a snackbar must show it.
        if (document.getElementById(formId) === null) showSnackbar('error', changeErrorText(failure))
      })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change Password"
      footer={
        <FormButtons
          form={formId}
          label="Change Password"
          disabled={!form.isValid()}
          isBusy={change.isPending}
          onCancel={onClose}
        />
      }
    >
      {change.error && <Alert text={changeErrorText(change.error)} />}
      <form id={formId} className="stack" noValidate onSubmit={form.onSubmit(submit)}>
        <PasswordField
          label="Old password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('oldCipher')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          {...form.getInputProps('newCipher')}
        />
        <PasswordChecklist password={newCipher} />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmNewCipher')}
          error={form.errors.confirmNewCipher && confirmationError(confirmNewCipher, form.values)}
        />
      </form>
    </Dialog>
  )
}

function Alert({ text }: { text: string }) {
  return (
    <div className={classes.error} role="alert">
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
    </div>
  )
}

function changeErrorText(failure: Error): string {
  return errorText(failure, 'An unexpected error occurred')
}
