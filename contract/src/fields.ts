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

/** What a name may not hold, in the words that a person is told. */
export const nameTroubles = {
  severalLines: 'A name is written on one line.',
  hidden: 'This holds a character that cannot be seen.',
  isAddress: 'A name cannot hold a web or e-mail address.',
} as const

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/
const hidden = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/**
 * What mail programs make a link of: our mails greet people by name, and strangers choose theirs. A bare host is known by
 * a usual ending alone, so that `St.John` stays a name. Each part is found in one pass, however long the text.
 */
const hostEndings =
  'com|net|org|ng|africa|io|co|info|biz|xyz|app|dev|link|site|online|shop|store|top|club|live|click|ly|ru|cn|uk|eu|tk|ml|cc|tv'
const webAddress = new RegExp(
  [
    String.raw`:\/\/`,
    String.raw`(?<![\p{L}\p{N}])www\.`,
    String.raw`[\p{L}\p{N}]\.\p{L}{2,}\/`,
    String.raw`[\p{L}\p{N}-]{2}\.(?:${hostEndings})(?![\p{L}\p{N}])`,
    String.raw`[^\s@]@[^\s@]+\.\p{L}{2,}`,
  ].join('|'),
  'iu',
)

/** Letters of another width and dots of another script are the same to whoever follows a link. */
const holdsAddress = (value: string) => webAddress.test(value.normalize('NFKC').replaceAll('。', '.'))

/** One line that looks like what it is: accents in one spelling, single blanks, no letters that show or turn nothing, no link. */
export function nameText(max: number) {
  return someText()
    .trim()
    .refine((value) => !lineBreak.test(value), { error: nameTroubles.severalLines, abort: true })
    .transform((value) => value.normalize('NFC').replaceAll(/[\t\p{Zs}]+/gu, ' '))
    .refine((value) => !hidden.test(value), { error: nameTroubles.hidden, abort: true })
    .refine((value) => !holdsAddress(value), { error: nameTroubles.isAddress, abort: true })
    .pipe(text(max))
    .meta({ minLength: 1, maxLength: max })
}

export const PersonName = nameText(60)

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
