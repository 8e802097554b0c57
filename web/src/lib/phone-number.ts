import { phoneTrouble } from '@rootsquare/contract/fields'

/** Numbers are written and pasted with blanks, dashes, brackets and a plus; the server wants the digits alone. */
export function phoneDigits(typed: string): string {
  return typed.replaceAll(/[\s()+./\u2010-\u2015-]/g, '')
}

/** Of a number that may be missing. */
export function phoneTroubleIn(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  return digits === '' || /^\d{7,15}$/.test(digits) ? undefined : phoneTrouble
}
