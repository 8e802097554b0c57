import { useForm } from '@mantine/form'
import { changePassword } from '@rootsquare/contract/accounts'
import { passwordChecks, passwordWords, ReplacingPassword } from '@rootsquare/contract/fields'
import { useId } from 'react'
import { complainOnceTyped } from '#web/features/accounts/complain-once-typed.ts'
import { troubleIn } from '#web/features/accounts/field-trouble.ts'
import { PasswordChecklist } from '#web/features/accounts/password-checklist.tsx'
import { useChangePassword } from '#web/features/accounts/settings/api.ts'
import { StandingTrouble } from '#web/features/accounts/settings/standing-trouble.tsx'
import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
    validate: {
      oldCipher: oldTrouble,
      newCipher: troubleIn(ReplacingPassword),
      confirmNewCipher: confirmationTrouble,
    },
  })

  const { newCipher, confirmNewCipher } = form.values

  function refuse(failure: Error): void {
    if (!(failure instanceof CallFailure)) return
    form.setErrors(failure.fields)
    const wrong = fields.find((field) => failure.fields[field])
    if (wrong) form.getInputNode(wrong)?.focus()
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
      {change.error && <StandingTrouble isSpoken text={troubleText(change.error)} />}
      <form id={formId} className={classes.form} noValidate onSubmit={form.onSubmit(submit)}>
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
          error={form.errors.confirmNewCipher && confirmationTrouble(confirmNewCipher, form.values)}
        />
      </form>
    </Dialog>
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
