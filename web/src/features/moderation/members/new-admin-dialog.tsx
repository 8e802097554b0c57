import { Email, NewPassword, PersonName, Username } from '@rootsquare/contract/lib/fields'
import { adminLevel, createAdmin } from '@rootsquare/contract/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { errorWithHint } from '#web/features/moderation/moderation-labels.ts'
import { reloadModeration } from '#web/features/moderation/moderation-api.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import classes from './new-admin-dialog.module.css'

/** The form describes another person, so the browser must not fill in the admin's own name and password. */
const withoutAutofill = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

export function NewAdminDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateAdmin()
  const form = useForm({
    initial: { ...emptyDraft, password: '' },
    // The text is stored until the admin is created, so that no failure loses it.
    draft: useTextsDraft({ what: 'new-admin' }, emptyDraft),
    rules: {
      firstName: PersonName,
      lastName: PersonName,
      username: Username,
      email: Email,
      password: NewPassword,
    },
    errorsFrom: ({ emailAddress, cipherCode, ...rest }) => ({
      ...rest,
      email: emailAddress,
      password: cipherCode,
    }),
    send: create.mutateAsync,
    onClose,
    onSuccess: ({ message }) => showSnackbar('success', message ?? createAdmin.message),
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', errorWithHint(failure))
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title="New Admin" width={600} label="Create Admin" showsDraft>
      <div className={`stack ${classes.names}`}>
        <TextField label="First name" autoComplete="off" data-autofocus {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="off" {...form.field('lastName')} />
      </div>
      <TextField label="Username" {...withoutAutofill} {...form.field('username')} />
      <TextField label="Email" type="email" {...withoutAutofill} {...form.field('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...form.field('password')} />
      <PasswordChecklist password={form.values.password} />
    </FormDialog>
  )
}

/** The password is never stored. */
const emptyDraft = { firstName: '', lastName: '', username: '', email: '' }

type Typed = typeof emptyDraft & { password: string }

function adminOf({ email, password, firstName, lastName, username }: Typed) {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    username: username.trim(),
    emailAddress: email.trim(),
    cipherCode: password,
  }
}

function useCreateAdmin() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (typed: Typed) => call(createAdmin, { body: { ...adminOf(typed), ...adminLevel } }),
    onSuccess: () => reloadModeration(queryClient),
  })
}
