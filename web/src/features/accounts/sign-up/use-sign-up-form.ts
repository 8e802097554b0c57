import type { NewMember } from '@rootsquare/contract/accounts'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useSignUp } from '#web/entities/members/own-profile.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { focusFirst } from '#web/features/accounts/sign-up/rejected-fields.ts'
import { saveDraft, savedDraft } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import type { ChosenGroup, SignUpDraft } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { signUpFailureText } from '#web/features/accounts/sign-up/sign-up-failure.ts'
import { signUpTroubles } from '#web/features/accounts/sign-up/sign-up-errors.ts'
import { CallError } from '#web/lib/net/call.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Typed = SignUpDraft & { password: string }
type Sent = SyntheticEvent | undefined

const fields = ['firstName', 'lastName', 'username', 'email', 'password', 'group', 'consent'] as const

/** Never empties a field: whatever went wrong, what was typed stays. */
export function useSignUpForm(onSignedUp: (emailAddress: string) => void) {
  const signUp = useSignUp()
  const [draft] = useState(savedDraft)
  const form = useForm<Typed>({
    initialValues: { ...draft, password: '' },
    onValuesChange: saveDraft,
    validate: signUpTroubles,
  })

  function refuse(failure: Error, sent: Sent): void {
    showSnackbar('error', signUpFailureText(failure))
    if (!(failure instanceof CallError)) return
    const errors = errorsIn(failure)
    form.setErrors(errors)
    focusFirst(sent?.target, fields, errors)
  }

  function submit(typed: Typed, sent: Sent): void {
    if (signUp.isPending || typed.group === null) return
    clearSnackbars()
    signUp.mutate(memberOf(typed, typed.group), {
      onSuccess: ({ emailAddress }) => {
        onSignedUp(emailAddress)
      },
      onError: (failure) => refuse(failure, sent),
    })
  }

  const onSubmit = form.onSubmit(submit, (errors, sent) => {
    if (!signUp.isPending) forgetLast(signUp)
    focusFirst(sent?.target, fields, errors)
  })
  return { form, isBusy: signUp.isPending, failure: signUp.error, onSubmit }
}

/** A try that is not even sent makes what was said of the one before old, too. */
function forgetLast(signUp: { reset: () => void }): void {
  clearSnackbars()
  signUp.reset()
}

/** By the names of the form instead of the wire's. */
function errorsIn({ fields: { emailAddress, cipherCode, groupId, ...rest } }: CallError) {
  return { ...rest, email: emailAddress, password: cipherCode, group: groupId }
}

function memberOf({ email, password, consent, ...names }: Typed, group: ChosenGroup): NewMember {
  return {
    firstName: names.firstName.trim(),
    lastName: names.lastName.trim(),
    username: names.username.trim(),
    emailAddress: email.trim(),
    cipherCode: password,
    groupId: group.id,
    consent,
    validationUrl: `${location.origin}/mail-validate`,
  }
}
