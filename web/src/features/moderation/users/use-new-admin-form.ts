import { Email, NewPassword, PersonName, Username } from '@rootsquare/contract/fields'
import { adminLevel, createAdmin } from '@rootsquare/contract/moderation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWithHint } from '#web/features/moderation/error-with-hint.ts'
import { reloadModeration } from '#web/features/moderation/moderation-keys.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const draftKey = 'rootsquare.new-admin'
const draftFields = ['firstName', 'lastName', 'username', 'email'] as const
type NewAdminDraft = Record<(typeof draftFields)[number], string>
type Typed = NewAdminDraft & { password: string }

const fields = [...draftFields, 'password'] as const
const emptyDraft: NewAdminDraft = { firstName: '', lastName: '', username: '', email: '' }

const validate = {
  firstName: fieldErrorIn(PersonName),
  lastName: fieldErrorIn(PersonName),
  username: fieldErrorIn(Username),
  email: fieldErrorIn(Email),
  password: fieldErrorIn(NewPassword),
}

/** Whatever goes wrong, what was typed stays. */
export function useNewAdminForm(memberId: number, onCreated: () => void) {
  const create = useCreateAdmin()
  const [draft] = useState(() => savedDraft(memberId))
  const [isRestored, setRestored] = useState(!isBlank(draft))
  const form = useForm<Typed>({
    initialValues: { ...draft, password: '' },
    onValuesChange: (typed) => saveDraft(memberId, typed),
    validate,
  })

  function focusFirst(errors: Record<string, unknown>): void {
    const wrong = fields.find((name) => errors[name])
    if (wrong !== undefined) focusField(wrong)
  }

  function showErrors(failure: Error): void {
    if (!(failure instanceof CallError)) return
    const errors = errorsIn(failure)
    form.setErrors(errors)
    focusFirst(errors)
  }

  function submit(typed: Typed): void {
    if (create.isPending) return
    clearSnackbars()
    // Both are also shown to an admin who has closed the dialog meanwhile.
    create.mutateAsync(typed, { onSuccess: onCreated, onError: showErrors }).then(showDone, showFailure)
  }

  function startOver(): void {
    form.setValues(emptyDraft)
    setRestored(false)
    focusField('firstName')
  }

  const onSubmit = form.onSubmit(submit, focusFirst)
  return { form, isBusy: create.isPending, failure: create.error, isRestored, startOver, onSubmit }
}

function focusField(name: string): void {
  document.getElementsByName(name)[0]?.focus()
}

function showDone({ message }: { message: string | undefined }): void {
  saveJson(draftKey, null)
  showSnackbar('success', message ?? createAdmin.message)
}

/** Errors that are shown at their field are not shown again. */
function showFailure(failure: unknown): void {
  if (!hasFields(failure)) showSnackbar('error', errorWithHint(failure))
}

export function hasFields(failure: unknown): boolean {
  return failure instanceof CallError && Object.keys(failure.fields).length > 0
}

/** The form has other names for two fields than the API. */
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
  return useMutation({
    mutationFn: (typed: Typed) => call(createAdmin, { body: { ...adminOf(typed), ...adminLevel } }),
    onMutate: whileSignedIn,
    onSuccess: (_reply, _typed, isSignedIn) => {
      if (isSignedIn()) reloadModeration(queryClient)
    },
  })
}

/** Survives Esc, Back and a reload, in this tab alone, and never contains the password. */
function saveDraft(memberId: number, draft: NewAdminDraft): void {
  const { firstName, lastName, username, email } = draft
  saveJson(draftKey, isBlank(draft) ? null : { memberId, firstName, lastName, username, email })
}

function savedDraft(memberId: number): NewAdminDraft {
  const stored = savedJson(draftKey)
  const isOwn = propertyOf(stored, 'memberId') === memberId
  const text = (name: string) => {
    const value = isOwn ? propertyOf(stored, name) : ''
    return typeof value === 'string' ? value : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    username: text('username'),
    email: text('email'),
  }
}

function isBlank(draft: NewAdminDraft): boolean {
  return draftFields.every((name) => draft[name] === '')
}
