import { phoneError } from '@rootsquare/contract/addresses'

/**
 * Numbers are written and pasted with blanks, dashes, brackets, a plus and marks that nobody sees; the server wants the digits
 * alone. Nigerian ones as they are dialled at home: +234 (0) 803 123 4567 is 08031234567.
 */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(trunkZero, '$1').replaceAll(/[\s()+./\u2010-\u2015\u2212\p{Cf}-]/gu, '')
  return digits.replace(/^(?:00)?2340?([1-9]\d{9})$/, '0$1')
}

/** '+44 (0) 20': not dialled from abroad. */
const trunkZero = /^(\s*(?:\+|00)[\d\s-]*)\(0\)/

/** An empty number is valid. */
export function phoneErrorIn(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  return digits === '' || /^\d{7,15}$/.test(digits) ? undefined : phoneError
}
