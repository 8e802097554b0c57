import { phoneError } from '@rootsquare/contract/addresses'

/**
 * Numbers are typed and pasted with blanks, dashes, brackets, a plus and invisible marks; the server accepts only digits.
 * Nigerian numbers become national ones: +234 (0) 803 123 4567 is 08031234567.
 */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(trunkZero, '$1').replaceAll(/[\s()+./\u2010-\u2015\u2212\p{Cf}-]/gu, '')
  return digits.replace(/^(?:00)?2340?([1-9]\d{9})$/, '0$1')
}

/** The zero in '+44 (0) 20', which is not dialled from abroad. */
const trunkZero = /^(\s*(?:\+|00)[\d\s-]*)\(0\)/

/** Returns the error of a number. An empty number is valid. */
export function phoneErrorIn(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  return digits === '' || /^\d{7,15}$/.test(digits) ? undefined : phoneError
}
