import { z } from 'zod'

/** In code points: no letter counts double for being outside the first plane. */
const lengthOf = (text: string) => [...text].length

/** The spec's word for what is not there; anything else of a wrong kind is a mistake of a program, not of a person. */
const someText = () => z.string({ error: ({ input }) => (input == null ? 'Required.' : undefined) })

/** Anything but blanks, controls, and letters that show nothing, such as U+200B, U+3164 and the empty Braille cell. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

export const isVisible = (value: string) => visible.test(value)

/** A trimmed text. Length is counted in code points, so that no letter weighs more than another. */
export function text(max: number, min = 1) {
  return someText()
    .trim()
    .refine((value) => min === 0 || (lengthOf(value) >= min && isVisible(value)), 'Required.')
    .refine((value) => lengthOf(value) <= max, `Maximum ${max} characters allowed`)
    .meta({ minLength: min, maxLength: max })
}

/** One line that looks like what it is: accents in one spelling, single blanks, no letters that show or turn nothing. */
export function nameText(max: number) {
  return someText()
    .transform((value) => value.normalize('NFC').replaceAll(/[\s\u0085]+/g, ' '))
    .refine(
      (value) => !/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value),
      'This holds a character that cannot be seen.',
    )
    .pipe(text(max))
    .meta({ minLength: 1, maxLength: max })
}

export const Id = z
  .int({ error: ({ input }) => (input == null ? 'Required.' : 'Must be a whole number.') })
  .positive('Must be positive.')
/** A number as people write it in an address, where everything arrives as text: not `0x10`, `1e3` or a blank. */
export function inAddress<S extends z.ZodType>(number: S) {
  return z.preprocess(
    (given) => (typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given),
    number,
  )
}

export const IdInPath = inAddress(Id)
export const ById = z.object({ id: IdInPath })

/** ISO-8601 in UTC. */
export const Time = z.iso.datetime()

/** The spec's x@y.z, without what could end one address and begin another in a mail header. */
export const Email = someText()
  .trim()
  .min(1, 'Required.')
  .max(254, 'Email must be valid')
  .regex(/^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\"]+$/, 'Email must be valid')

export const passwordWords = {
  tooShort: 'Min 8 characters',
  /** The spec words it so where a password takes the place of another. */
  tooShortToReplace: 'Minimum 8 characters password.',
  tooPlain: 'at least a number, upper & lower case, special character',
} as const

/** What a new password needs, one by one, so that a screen can tick them off. */
export const passwordChecks = {
  length: (value: string) => lengthOf(value) >= 8,
  upper: (value: string) => /[A-Z]/.test(value),
  lower: (value: string) => /[a-z]/.test(value),
  digit: (value: string) => /\d/.test(value),
  special: (value: string) => /[#?!@$%^&*-]/.test(value),
} as const

/** Every place that sets a password. Never trimmed: a space may be part of it. */
function passwordToSet(tooShort: string) {
  return someText()
    .min(1, 'Required.')
    .max(128, 'Maximum 128 characters allowed')
    .refine(passwordChecks.length, { error: tooShort, abort: true })
    .refine(
      (value) =>
        [passwordChecks.upper, passwordChecks.lower, passwordChecks.digit, passwordChecks.special].every(
          (check) => check(value),
        ),
      passwordWords.tooPlain,
    )
    .meta({ minLength: 8, description: `${tooShort}, ${passwordWords.tooPlain} (#?!@$%^&*-).` })
}

export const NewPassword = passwordToSet(passwordWords.tooShort)
export const ReplacingPassword = passwordToSet(passwordWords.tooShortToReplace)

/** A password that is only compared. */
export const GivenPassword = someText().min(1, 'Required.').max(128, 'Maximum 128 characters allowed')

/** Names that could pass for the house itself. */
const reserved = new Set(
  'admin administrator root support system rootsquare superadmin moderator mod staff help helpdesk security official team api www mail postmaster webmaster hostmaster abuse info contact null undefined anonymous anonymoususer everyone all deleted me user settings login logout signup'.split(
    ' ',
  ),
)

/** How a username is spelled; whether a member may have it is another question. */
export const SpelledUsername = someText()
  .trim()
  .min(1, 'Required.')
  .regex(/^[A-Za-z0-9_.]{3,30}$/, '3 to 30 letters, digits, _ and .')

export const Username = SpelledUsername.refine(
  // Dots and underscores do not make another name of it.
  (value) => !reserved.has(value.toLowerCase().replaceAll(/[._]/g, '')) && !/rootsquare/i.test(value),
  'This username is reserved.',
)

export const Phone = z
  .string()
  .trim()
  .regex(/^\d{7,15}$/, 'Phone numbers are 7 to 15 digits.')

/** An address on our own origin. Which origin that is, only the server knows. */
export const OwnUrl = text(500)
