import { Email, NewPassword, PersonName, Username } from '@rootsquare/contract/lib/fields'
import { adminLevel, createAdmin } from '@rootsquare/contract/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { errorWithHint } from '#web/features/moderation/error-with-hint.ts'
import { reloadModeration } from '#web/features/moderation/moderation-api.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { useMemberMutation } from '#web/lib/net/use-member-mutation.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Never contains the password. */
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

/** Whatever goes wrong, what was typed stays. */
export function useNewAdminForm(memberId: number, onCreated: () => void) {
  const create = useCreateAdmin()
  const draftKey = { what: 'new-admin', memberId }
  const { draft, change, isRestored, discard, clear } = useDraft(draftKey, NewAdminDraft, emptyDraft)
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
    // Both are also shown to an admin who has closed the dialog meanwhile.
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
  return useMemberMutation({
    mutationFn: (typed: Typed) => call(createAdmin, { body: { ...adminOf(typed), ...adminLevel } }),
    onSuccess: () => reloadModeration(queryClient),
  })
}
