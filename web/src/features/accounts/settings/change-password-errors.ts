import { passwordChecks, passwordRuleTexts, ReplacingPassword } from '@rootsquare/contract/lib/fields'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

/** The names are those of the contract, so that the server's errors can be matched to the fields. */
export const passwordFields = ['oldCipher', 'newCipher', 'confirmNewCipher'] as const
export type TypedPasswords = Record<(typeof passwordFields)[number], string>

export const passwordErrors = {
  oldCipher: oldPasswordError,
  newCipher: fieldErrorIn(ReplacingPassword),
  confirmNewCipher: confirmationError,
}

function oldPasswordError(password: string): string | null {
  if (password === '') return 'Required.'
  return passwordChecks.length(password) ? null : passwordRuleTexts.tooShortToReplace
}

export function confirmationError(confirmation: string, { newCipher }: TypedPasswords): string | null {
  if (confirmation === '') return 'Required.'
  return confirmation === newCipher ? null : 'New password must match with confirm new password.'
}
