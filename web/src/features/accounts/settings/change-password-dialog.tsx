import { changePassword } from '@rootsquare/contract/accounts'
import { useId } from 'react'
import { useForm } from '#web/lib/forms/use-form.ts'
import { focusFirst } from '#web/features/accounts/sign-up/rejected-fields.ts'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { useChangePassword } from '#web/features/accounts/settings/api.ts'
import {
  changedFields,
  confirmationTrouble,
  passwordTroubles,
} from '#web/features/accounts/settings/change-password-troubles.ts'
import type { TypedPasswords } from '#web/features/accounts/settings/change-password-troubles.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './dialogs.module.css'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const change = useChangePassword()
  const form = useForm<TypedPasswords>({
    initialValues: { oldCipher: '', newCipher: '', confirmNewCipher: '' },
    // What the alert says is of what was sent.
    onValuesChange: () => {
      if (change.isError) change.reset()
    },
    validate: passwordTroubles,
  })

  const { newCipher, confirmNewCipher } = form.values

  function refuse(failure: Error): void {
    if (!(failure instanceof CallError)) return
    // The alert has the words; the fields are only marked.
    form.setErrors(Object.fromEntries(Object.keys(failure.fields).map((field) => [field, true])))
    focusFirst(document.getElementById(formId), changedFields, failure.fields)
  }

  function submit(typed: TypedPasswords): void {
    if (change.isPending) return
    clearSnackbars()
    change
      .mutateAsync(typed, { onError: refuse, onSuccess: onClose })
      .then((message) => showSnackbar('success', message ?? changePassword.message))
      .catch((failure: Error) => {
        // An open dialog says it itself; who has closed it meanwhile would hear nothing.
        if (document.getElementById(formId) === null) showSnackbar('error', troubleText(failure))
      })
  }

  const footer = (
    <>
      <Button look="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} disabled={!form.isValid()} isBusy={change.isPending}>
        Change Password
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Change Password" footer={footer}>
      {change.error && <Alert text={troubleText(change.error)} />}
      <form id={formId} className={classes.form} noValidate onSubmit={form.onSubmit(submit)}>
        <PasswordField
          label="Old password"
          name="oldCipher"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('oldCipher')}
        />
        <PasswordField
          label="New password"
          name="newCipher"
          autoComplete="new-password"
          {...form.getInputProps('newCipher')}
        />
        <PasswordChecklist password={newCipher} />
        <PasswordField
          label="Confirm new password"
          name="confirmNewCipher"
          autoComplete="new-password"
          {...form.getInputProps('confirmNewCipher')}
          error={form.errors.confirmNewCipher && confirmationTrouble(confirmNewCipher, form.values)}
        />
      </form>
    </Dialog>
  )
}

function Alert({ text }: { text: string }) {
  return (
    <div className={classes.trouble} role="alert">
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
    </div>
  )
}

function troubleText(failure: Error): string {
  return errorText(failure, 'An unexpected error occurred')
}
