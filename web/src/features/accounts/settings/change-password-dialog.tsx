import { useForm } from '@mantine/form'
import { changePassword } from '@rootsquare/contract/accounts'
import { passwordChecks, passwordWords, ReplacingPassword } from '@rootsquare/contract/fields'
import { useId } from 'react'
import { complainOnceTyped } from '#web/lib/complain-once-typed.ts'
import { troubleIn } from '#web/lib/field-trouble.ts'
import { focusFirst } from '#web/features/accounts/refused-fields.ts'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { useChangePassword } from '#web/features/accounts/settings/api.ts'
import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import classes from './dialogs.module.css'

/** The names of the wire, so that the server's words find their field. */
const fields = ['oldCipher', 'newCipher', 'confirmNewCipher'] as const
type Field = (typeof fields)[number]
type Typed = Record<Field, string>

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const change = useChangePassword()
  const form = useForm<Typed>({
    initialValues: { oldCipher: '', newCipher: '', confirmNewCipher: '' },
    enhanceGetInputProps: complainOnceTyped,
    // What the alert says is of what was sent.
    onValuesChange: () => {
      if (change.isError) change.reset()
    },
    validate: {
      oldCipher: oldTrouble,
      newCipher: troubleIn(ReplacingPassword),
      confirmNewCipher: confirmationTrouble,
    },
  })

  const { newCipher, confirmNewCipher } = form.values

  function refuse(failure: Error): void {
    if (!(failure instanceof CallFailure)) return
    // The alert has the words; the fields are only marked.
    form.setErrors(Object.fromEntries(Object.keys(failure.fields).map((field) => [field, true])))
    focusFirst(document.getElementById(formId), fields, failure.fields)
  }

  function submit(typed: Typed): void {
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
  return failureText(failure, 'An unexpected error occurred')
}

function oldTrouble(password: string): string | null {
  if (password === '') return 'Required.'
  return passwordChecks.length(password) ? null : passwordWords.tooShortToReplace
}

function confirmationTrouble(confirmation: string, { newCipher }: Typed): string | null {
  if (confirmation === '') return 'Required.'
  return confirmation === newCipher ? null : 'New password must match with confirm new password.'
}
