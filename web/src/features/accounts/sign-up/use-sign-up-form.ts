import type { NewMember } from '@rootsquare/contract/accounts'
import { useSignUp } from '#web/features/accounts/account-api.ts'
import { SignUpDraft, signUpDraftKey } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import type { ChosenGroup } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { signUpRules, signUpFailureText } from '#web/features/accounts/sign-up/sign-up-errors.ts'
import type { FieldErrors } from '#web/lib/forms/use-field-errors.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { publicAddress } from '#web/lib/net/public-address.ts'

type Typed = SignUpDraft & { password: string }

const blank: SignUpDraft = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  group: null,
  consent: false,
}
const initial: Typed = { ...blank, password: '' }

export type SignedUp = { username: string; emailAddress: string; password: string }

/** Keeps the typed text in all fields, whatever error occurs. */
export function useSignUpForm(onSignedUp: (account: SignedUp) => void) {
  const signUp = useSignUp()
  return useForm({
    initial,
    draft: useDraft<SignUpDraft>(signUpDraftKey, SignUpDraft, blank),
    rules: signUpRules,
    errorsFrom,
    send: (typed) => (typed.group === null ? undefined : signUp.mutateAsync(memberOf(typed, typed.group))),
    onSuccess: ({ username, emailAddress }, { password }) => onSignedUp({ username, emailAddress, password }),
    onFailure: (failure) => showSnackbar('error', signUpFailureText(failure)),
  })
}

/** Returns the errors under the field names of the form instead of those of the contract. */
function errorsFrom({
  emailAddress,
  cipherCode,
  groupId,
  proposedGroup,
  ...rest
}: Record<string, string>): FieldErrors {
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
