import type { NewMember } from '@rootsquare/contract/accounts'
import { useForm } from '#web/lib/forms/use-form.ts'
import type { SyntheticEvent } from 'react'
import { useSignUp } from '#web/features/accounts/account-api.ts'
import { focusFirstError } from '#web/features/accounts/rejected-fields.ts'
import { SignUpDraft, signUpDraftKey } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import type { ChosenGroup } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { signUpErrors, signUpFailureText } from '#web/features/accounts/sign-up/sign-up-errors.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { CallError } from '#web/lib/net/call.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { publicAddress } from '#web/lib/net/public-address.ts'

type Typed = SignUpDraft & { password: string }
type FormEvent = SyntheticEvent | undefined

const blank = { firstName: '', lastName: '', username: '', email: '', group: null, consent: false }
const fields = ['firstName', 'lastName', 'username', 'email', 'password', 'group', 'consent'] as const

export type SignedUp = { username: string; emailAddress: string; password: string }

/** Keeps the typed text in all fields, whatever error occurs. */
export function useSignUpForm(onSignedUp: (account: SignedUp) => void) {
  const signUp = useSignUp()
  const { draft, change } = useDraft<SignUpDraft>(signUpDraftKey, SignUpDraft, blank)
  const form = useForm<Typed>({
    initialValues: { ...draft, password: '' },
    onValuesChange: (typed) => change(SignUpDraft.parse(typed)),
    validate: signUpErrors,
  })

  function showFailure(failure: Error, sent: FormEvent): void {
    showSnackbar('error', signUpFailureText(failure))
    if (!(failure instanceof CallError)) return
    const errors = errorsIn(failure)
    form.setErrors(errors)
    focusFirstError(sent?.target, fields, errors)
  }

  function submit(typed: Typed, sent: FormEvent): void {
    if (signUp.isPending || typed.group === null) return
    clearSnackbars()
    signUp.mutate(memberOf(typed, typed.group), {
      onSuccess: ({ username, emailAddress }) =>
        onSignedUp({ username, emailAddress, password: typed.password }),
      onError: (failure) => showFailure(failure, sent),
    })
  }

  const onSubmit = form.onSubmit(submit, (errors, sent) => {
    if (!signUp.isPending) clearLastFailure(signUp)
    focusFirstError(sent?.target, fields, errors)
  })
  return { form, isBusy: signUp.isPending, failure: signUp.error, onSubmit }
}

/** Clears the last failure, because it is outdated after another attempt, even if that was not sent. */
function clearLastFailure(signUp: { reset: () => void }): void {
  clearSnackbars()
  signUp.reset()
}

/** Returns the errors under the field names of the form instead of those of the contract. */
function errorsIn({ fields: { emailAddress, cipherCode, groupId, proposedGroup, ...rest } }: CallError) {
  return { ...rest, email: emailAddress, password: cipherCode, group: groupId ?? proposedGroup }
}

function memberOf({ email, password, consent, ...names }: Typed, group: ChosenGroup): NewMember {
  return {
    firstName: names.firstName.trim(),
    lastName: names.lastName.trim(),
    username: names.username.trim(),
    emailAddress: email.trim(),
    cipherCode: password,
    groupId: group.id,
    ...(group.proposed !== undefined && { proposedGroup: group.proposed.trim() }),
    consent,
    validationUrl: publicAddress('/mail-validate'),
  }
}
