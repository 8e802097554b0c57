import { useForm } from '@mantine/form'
import { Email, NewPassword, text, Username } from '@rootsquare/contract/fields'
import { useRef } from 'react'
import { useSignUp } from '#web/features/accounts/api.ts'
import { troubleIn } from '#web/features/accounts/field-trouble.ts'
import { focusFirst } from '#web/features/accounts/focus-first.ts'
import { forgetDraft, keepDraft, keptDraft } from '#web/features/accounts/sign-up-draft.ts'
import type { SignUpDraft } from '#web/features/accounts/sign-up-draft.ts'
import { signUpFailureText } from '#web/features/accounts/sign-up-failure.ts'
import { CallFailure } from '#web/lib/call.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'

type Typed = SignUpDraft & { password: string }

const fields = ['firstName', 'lastName', 'username', 'email', 'password', 'group', 'consent'] as const

const validate = {
  firstName: troubleIn(text(60)),
  lastName: troubleIn(text(60)),
  username: troubleIn(Username),
  email: troubleIn(Email),
  password: troubleIn(NewPassword),
  group: (group: Typed['group']) => (group === null ? 'Required.' : null),
  consent: (consent: boolean) => (consent ? null : 'Required.'),
}

/** Never empties a field: whatever went wrong, what was typed stays. */
export function useSignUpForm(onSignedUp: (emailAddress: string) => void) {
  const box = useRef<HTMLFormElement>(null)
  const signUp = useSignUp()
  const form = useForm<Typed>({
    initialValues: { ...keptDraft(), password: '' },
    validateInputOnBlur: true,
    onValuesChange: keepDraft,
    validate,
  })

  function show(errors: Partial<Record<(typeof fields)[number], unknown>>): void {
    focusFirst(
      box.current,
      fields.filter((field) => errors[field]),
    )
  }

  function refuse(failure: Error): void {
    showSnackbar('error', signUpFailureText(failure))
    if (!(failure instanceof CallFailure)) return
    const { emailAddress, cipherCode, groupId, ...rest } = failure.fields
    const errors = { ...rest, email: emailAddress, password: cipherCode, group: groupId }
    form.setErrors(errors)
    show(errors)
  }

  function submit({ firstName, lastName, username, email, password, group, consent }: Typed): void {
    if (signUp.isPending || group === null) return
    clearSnackbars()
    signUp.mutate(
      {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        username: username.trim(),
        emailAddress: email.trim(),
        cipherCode: password,
        groupId: group.id,
        consent,
        validationUrl: `${location.origin}/mail-validate`,
      },
      {
        onSuccess: ({ emailAddress }) => {
          forgetDraft()
          onSignedUp(emailAddress)
        },
        onError: refuse,
      },
    )
  }

  return { form, box, isBusy: signUp.isPending, failure: signUp.error, onSubmit: form.onSubmit(submit, show) }
}
