import { passwordChecks, passwordRuleTexts, ReplacingPassword } from '@rootsquare/contract/lib/fields'

export const passwordRules = {
  oldCipher: oldPasswordError,
  newCipher: ReplacingPassword,
  confirmNewCipher: confirmationError,
}

function oldPasswordError(password: string): string | null {
  if (password === '') return 'Required.'
  return passwordChecks.length(password) ? null : passwordRuleTexts.tooShortToReplace
}

export function confirmationError(confirmation: string, { newCipher }: { newCipher: string }): string | null {
  if (confirmation === '') return 'Required.'
  return confirmation === newCipher ? null : 'New password must match with confirm new password.'
}
