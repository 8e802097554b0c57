import { Email, GroupName, NewPassword, PersonName, Username } from '@rootsquare/contract/lib/fields'
import type { ChosenGroup } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { CallError } from '#web/lib/net/call.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

const groupNameError = fieldErrorIn(GroupName)

export const signUpRules = {
  firstName: PersonName,
  lastName: PersonName,
  username: Username,
  email: Email,
  password: NewPassword,
  group: (group: ChosenGroup | null) => {
    if (group === null) return 'Required.'
    return group.proposed === undefined ? null : groupNameError(group.proposed)
  },
  consent: (consent: boolean) => (consent ? null : 'Required.'),
}

/** The fields have the names of the contract. */
const shownFields = [
  'firstName',
  'lastName',
  'username',
  'emailAddress',
  'cipherCode',
  'groupId',
  'proposedGroup',
  'consent',
] as const

/** Returns the error of one of three fields in the order of the spec, else a text for a rejection or for no answer. */
export function signUpFailureText(failure: Error): string {
  const { emailAddress, username, cipherCode } = failure instanceof CallError ? failure.fields : {}
  const fieldErrors = [emailAddress, username, cipherCode].filter((sentence) => sentence !== undefined)
  if (fieldErrors.length > 0) return fieldErrors.join(', ')
  return hasErrorBody(failure)
    ? 'Registration failed. Please check your inputs.'
    : 'Something went wrong. Please try again later.'
}

/** Returns the sentences to show beside the form, without those that a field or the snackbar already shows. */
export function signUpNotice(failure: Error): string[] {
  if (!(failure instanceof CallError) || !hasErrorBody(failure)) return []
  const atFields = shownFields.flatMap((name) => failure.fields[name] ?? [])
  const sentences = failure.sentences.length > 0 ? failure.sentences : [failure.message]
  const shown = ['', signUpFailureText(failure), ...atFields]
  return [...new Set(sentences.filter((sentence) => !shown.includes(sentence)))]
}

function hasErrorBody(failure: Error): boolean {
  if (!(failure instanceof CallError) || failure.status === 0) return false
  return failure.sentences.length > 0 || failure.message !== '' || Object.keys(failure.fields).length > 0
}
