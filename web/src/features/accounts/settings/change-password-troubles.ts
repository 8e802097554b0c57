import { passwordChecks, passwordWords, ReplacingPassword } from '@rootsquare/contract/fields'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

/** The names of the wire, so that the server's words find their field. */
export const changedFields = ['oldCipher', 'newCipher', 'confirmNewCipher'] as const
export type TypedPasswords = Record<(typeof changedFields)[number], string>

export const passwordTroubles = {
  oldCipher: oldTrouble,
  newCipher: fieldErrorIn(ReplacingPassword),
  confirmNewCipher: confirmationTrouble,
}

function oldTrouble(password: string): string | null {
  if (password === '') return 'Required.'
  return passwordChecks.length(password) ? null : passwordWords.tooShortToReplace
}

export function confirmationTrouble(confirmation: string, { newCipher }: TypedPasswords): string | null {
  if (confirmation === '') return 'Required.'
  return confirmation === newCipher ? null : 'New password must match with confirm new password.'
}
