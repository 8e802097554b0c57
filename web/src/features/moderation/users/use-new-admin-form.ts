import { Email, NewPassword, PersonName, Username } from '@rootsquare/contract/fields'
import { createAdmin } from '@rootsquare/contract/moderation'
import { useState } from 'react'
import {
  draftFields,
  forgetNewAdmin,
  isBlank,
  saveNewAdmin,
  savedNewAdmin,
} from '#web/features/moderation/users/new-admin-draft.ts'
import type { NewAdminDraft } from '#web/features/moderation/users/new-admin-draft.ts'
import { troubleText } from '#web/features/moderation/moderation-error.ts'
import { useCreateAdmin } from '#web/features/moderation/users/users-api.ts'
import { CallError } from '#web/lib/net/call.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Typed = NewAdminDraft & { password: string }

const fields = [...draftFields, 'password'] as const
const nothing: NewAdminDraft = { firstName: '', lastName: '', username: '', email: '' }

const validate = {
  firstName: fieldErrorIn(PersonName),
  lastName: fieldErrorIn(PersonName),
  username: fieldErrorIn(Username),
  email: fieldErrorIn(Email),
  password: fieldErrorIn(NewPassword),
}

/** Never empties a field: whatever went wrong, what was typed stays. */
export function useNewAdminForm(memberId: number, onCreated: () => void) {
  const create = useCreateAdmin()
  const [draft] = useState(() => savedNewAdmin(memberId))
  const [isRestored, setRestored] = useState(!isBlank(draft))
  const form = useForm<Typed>({
    initialValues: { ...draft, password: '' },
    onValuesChange: (typed) => saveNewAdmin(memberId, typed),
    validate,
  })

  function focusFirst(errors: Record<string, unknown>): void {
    const wrong = fields.find((name) => errors[name])
    if (wrong !== undefined) focusField(wrong)
  }

  function refuse(failure: Error): void {
    if (!(failure instanceof CallError)) return
    const errors = errorsIn(failure)
    form.setErrors(errors)
    focusFirst(errors)
  }

  function submit(typed: Typed): void {
    if (create.isPending) return
    clearSnackbars()
    // Both also reach a member who has closed the dialog meanwhile.
    create.mutateAsync(adminOf(typed), { onSuccess: onCreated, onError: refuse }).then(tellDone, tellFailure)
  }

  function startOver(): void {
    form.setValues(nothing)
    setRestored(false)
    focusField('firstName')
  }

  const onSubmit = form.onSubmit(submit, focusFirst)
  return { form, isBusy: create.isPending, failure: create.error, isRestored, startOver, onSubmit }
}

function focusField(name: string): void {
  document.getElementsByName(name)[0]?.focus()
}

function tellDone({ message }: { message: string | undefined }): void {
  forgetNewAdmin()
  showSnackbar('success', message ?? createAdmin.message)
}

/** What is said at a field is not said again. */
function tellFailure(failure: unknown): void {
  if (!hasFields(failure)) showSnackbar('error', troubleText(failure))
}

export function hasFields(failure: unknown): boolean {
  return failure instanceof CallError && Object.keys(failure.fields).length > 0
}

/** By the names of the form instead of the wire's. */
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
