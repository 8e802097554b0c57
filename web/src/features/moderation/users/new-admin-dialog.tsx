import { useId } from 'react'
import { Email, NewPassword, PersonName, Username } from '@rootsquare/contract/lib/fields'
import { adminLevel, createAdmin } from '@rootsquare/contract/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { errorWithHint } from '#web/features/moderation/moderation-labels.ts'
import { reloadModeration } from '#web/features/moderation/moderation-api.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import classes from './new-admin-dialog.module.css'

/** The form describes another person, so the browser must not fill in the admin's own name and password. */
const withoutAutofill = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

export function NewAdminDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { form, isBusy, failure, isRestored, startOver, onSubmit } = useNewAdminForm(onClose)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New Admin"
      width={600}
      footer={<FormButtons form={formId} label="Create Admin" isBusy={isBusy} onCancel={onClose} />}
    >
      <form id={formId} className="stack" noValidate onSubmit={onSubmit}>
        {isRestored && <DraftStatus onDiscard={startOver} />}
        {/* Errors that are shown at their field are not repeated here. */}
        {failure && !hasFields(failure) && (
          <Notice kind="error">
            <p>{errorWithHint(failure)}</p>
          </Notice>
        )}
        <div className={`stack ${classes.names}`}>
          <TextField
            label="First name"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('firstName')}
          />
          <TextField label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
        </div>
        <TextField label="Username" {...withoutAutofill} {...form.getInputProps('username')} />
        <TextField label="Email" type="email" {...withoutAutofill} {...form.getInputProps('email')} />
        <PasswordField label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
        <PasswordChecklist password={form.values.password} />
      </form>
    </Dialog>
  )
}

/** The stored draft never contains the password. */
const NewAdminDraft = z.object({
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
})
type NewAdminDraft = z.infer<typeof NewAdminDraft>
type Typed = NewAdminDraft & { password: string }

const fields = [...NewAdminDraft.keyof().options, 'password'] as const
const emptyDraft: NewAdminDraft = { firstName: '', lastName: '', username: '', email: '' }

const validate = {
  firstName: fieldErrorIn(PersonName),
  lastName: fieldErrorIn(PersonName),
  username: fieldErrorIn(Username),
  email: fieldErrorIn(Email),
  password: fieldErrorIn(NewPassword),
}

/** Stores the typed text until the admin is created, so that no failure loses it. */
function useNewAdminForm(onCreated: () => void) {
  const create = useCreateAdmin()
  const stored = useDraft({ what: 'new-admin' }, NewAdminDraft, emptyDraft)
  const { draft, change, isRestored, discard, clear } = stored
  const form = useForm<Typed>({
    initialValues: { ...draft, password: '' },
    onValuesChange: (typed) => change(NewAdminDraft.parse(typed)),
    validate,
  })

  function showErrors(failure: Error): void {
    if (!(failure instanceof CallError)) return
    const errors = errorsIn(failure)
    form.setErrors(errors)
    focusFirst(errors)
  }

  function submit(typed: Typed): void {
    if (create.isPending) return
    clearSnackbars()
    // Both messages are also shown if the dialog was closed before the reply arrived.
    create.mutateAsync(typed, { onSuccess: onCreated, onError: showErrors }).then(({ message }) => {
      clear()
      showSnackbar('success', message ?? createAdmin.message)
    }, showFailure)
  }

  function startOver(): void {
    form.setValues(emptyDraft)
    discard()
    focusField('firstName')
  }

  const onSubmit = form.onSubmit(submit, focusFirst)
  return { form, isBusy: create.isPending, failure: create.error, isRestored, startOver, onSubmit }
}

function focusFirst(errors: Record<string, unknown>): void {
  const wrong = fields.find((name) => errors[name])
  if (wrong !== undefined) focusField(wrong)
}

function focusField(name: string): void {
  document.getElementsByName(name)[0]?.focus()
}

/** Shows errors that belong to no field; the others are shown at their field. */
function showFailure(failure: unknown): void {
  if (!hasFields(failure)) showSnackbar('error', errorWithHint(failure))
}

function hasFields(failure: unknown): boolean {
  return failure instanceof CallError && Object.keys(failure.fields).length > 0
}

/** Renames two fields that have other names in the form than in the API. */
function errorsIn({ fields: { emailAddress, cipherCode, ...rest } }: CallError) {
  return { ...rest, email: emailAddress, password: cipherCode }
}

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
