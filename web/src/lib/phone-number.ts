import { phoneTrouble } from '@rootsquare/contract/addresses'

/** Numbers are written and pasted with blanks, dashes, brackets, a plus and marks that nobody sees; the server wants the digits alone. */
export function phoneDigits(typed: string): string {
  return typed.replaceAll(/[\s()+./\u2010-\u2015\u2212\p{Cf}-]/gu, '')
}

/** Of a number that may be missing. */
export function phoneTroubleIn(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  return digits === '' || /^\d{7,15}$/.test(digits) ? undefined : phoneTrouble
}
