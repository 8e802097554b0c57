import { z } from 'zod'

/** Counts code points, so that characters outside the Basic Multilingual Plane count once. */
const lengthOf = (text: string) => [...text].length

/** `Required.` is the text of the spec for a missing value. Another wrong type is a programming error and gets zod's text. */
const someText = () => z.string({ error: ({ input }) => (input == null ? 'Required.' : undefined) })

/** Matches any character that shows something: no blanks, controls or invisible letters (U+200B, U+3164, U+2800). */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

export const isVisible = (value: string) => visible.test(value)

/** A field that a caller may leave out. Null counts as absent. A field that null clears is `.nullish()` instead. */
export const mayBeAbsent = <S extends z.ZodType>(schema: S) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

/** A field with a default. Null counts as absent. */
export const withDefault = <S extends z.ZodType, D extends z.output<S>>(schema: S, value: D) =>
  schema.nullish().transform((given) => given ?? value)

/** A trimmed text. Its length is counted in code points. */
export function text(max: number, min = 1) {
  return someText()
    .trim()
    .refine((value) => min === 0 || (lengthOf(value) >= min && isVisible(value)), 'Required.')
    .refine((value) => lengthOf(value) <= max, `Maximum ${max} characters allowed`)
    .meta({ minLength: min, maxLength: max })
}

/**
 * Makes one line of a text: without line breaks and without characters that cannot be seen, some of which change the
 * direction of what follows. On paper or in a list it would otherwise look like several lines, or like another text.
 */
export const oneLine = (value: string) =>
  value
    // A NUL byte stays, because it is rejected everywhere.
    .replaceAll(/(?:(?!\0)[\s\p{Cc}])+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()

/** A text on one line, such as a part of an address. */
export function lineText(max: number, min = 1) {
  return someText().transform(oneLine).pipe(text(max, min)).meta({ minLength: min, maxLength: max })
}

/** A text with an error of its own where nothing is written. */
export function reasonText(max: number, blank: string) {
  return z
    .string(blank)
    .trim()
    .refine(isVisible, blank)
    .pipe(text(max))
    .meta({ minLength: 1, maxLength: max })
}

/** The error texts for names. */
export const nameErrors = {
  severalLines: 'A name is written on one line.',
  hidden: 'This holds a character that cannot be seen.',
  isAddress: 'A name cannot hold a web or e-mail address.',
} as const

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/
const hidden = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** The emoji of phone keyboards contain invisible characters (U+FE0F, U+200D) that belong to what is seen. */
const emoji =
  /\p{Extended_Pictographic}\p{EMod}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{EMod}?\ufe0f?)*|[\d#*]\ufe0f\u20e3/gu

const hasHidden = (value: string) => hidden.test(value.replaceAll(emoji, ''))

/**
 * Matches what mail programs turn into a link. Our mails greet people by name, so a name could carry a link to a
 * stranger. A host without a scheme is recognised by a common ending only, so that `St.John` remains a valid name.
 * Every alternative matches in linear time.
 */
const hostEndings =
  'com|net|org|ng|africa|io|co|info|biz|xyz|app|dev|link|site|online|shop|store|top|club|live|click|ly|ru|cn|uk|eu|tk|ml|cc|tv'
const webAddress = new RegExp(
  [
    String.raw`:\/\/`,
    String.raw`(?:^|[^\p{L}\p{N}])www\.`,
    String.raw`[\p{L}\p{N}]\.\p{L}{2,}\/`,
    String.raw`[\p{L}\p{N}-]{2}\.(?:${hostEndings})(?![\p{L}\p{N}])`,
    String.raw`[^\s@]@[^\s@]+\.\p{L}{2,}`,
  ].join('|'),
  'iu',
)

/** Full-width letters and ideographic dots are normalised first, because browsers treat them alike in a link. */
const containsAddress = (value: string) => webAddress.test(value.normalize('NFKC').replaceAll('。', '.'))

/** A one-line name: NFC-normalised, single blanks, no invisible or direction-changing characters, no link. */
export function nameText(max: number) {
  return someText()
    .trim()
    .refine((value) => !lineBreak.test(value), { error: nameErrors.severalLines, abort: true })
    .transform((value) => value.normalize('NFC').replaceAll(/[\t\p{Zs}]+/gu, ' '))
    .refine((value) => !hasHidden(value), { error: nameErrors.hidden, abort: true })
    .refine((value) => !containsAddress(value), { error: nameErrors.isAddress, abort: true })
    .pipe(text(max))
    .meta({ minLength: 1, maxLength: max })
}

/** Returns a name as it is stored, with composed accents and single blanks, to count it while it is typed. */
export const nameIn = (typed: string) =>
  typed
    .normalize('NFC')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()

export const PersonName = nameText(60)

export const groupNameLength = 80
export const GroupName = nameText(groupNameLength)

export const Id = z
  .int({ error: ({ input }) => (input == null ? 'Required.' : 'Must be a whole number.') })
  .positive('Must be positive.')

export const Mentions = z
  .array(z.object({ id: Id, username: z.string() }))
  .meta({ description: 'Members mentioned with `@` whom the caller may see.' })
export type Mentions = z.output<typeof Mentions>

/** Parses a number in a path or query, where everything arrives as text. Rejects `0x10`, `1e3` and blanks. */
export function inAddress<S extends z.ZodType>(number: S) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    number,
  )
}

export const IdInPath = inAddress(Id)
export const ById = z.object({ id: IdInPath })

/** A flag in a query. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** All times are ISO-8601 in UTC. */
export const Time = z.iso.datetime()

const emailError = 'Email must be valid'
const emailShape = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\"]+$/

/**
 * The spec's x@y.z, without characters that could inject a second address into a mail header. Invisible ones come along
 * when an address is pasted from a chat: no mail would arrive, and nobody could see why.
 */
export const Email = someText()
  .transform(oneLine)
  .pipe(z.string().min(1, 'Required.').max(254, emailError).regex(emailShape, emailError))

export const passwordRuleTexts = {
  tooShort: 'Min 8 characters',
  /** The text of the spec where a password replaces another. */
  tooShortToReplace: 'Minimum 8 characters password.',
  tooPlain: 'at least a number, upper & lower case, special character',
} as const

/** The single rules for a new password, so that a screen can show which are met. */
export const passwordChecks = {
  length: (value: string) => lengthOf(value) >= 8,
  upper: (value: string) => /[A-Z]/.test(value),
  lower: (value: string) => /[a-z]/.test(value),
  digit: (value: string) => /\d/.test(value),
  special: (value: string) => /[#?!@$%^&*-]/.test(value),
} as const

/** A new password is not trimmed, because a space may be part of it. */
function passwordToSet(tooShort: string) {
  return someText()
    .min(1, 'Required.')
    .max(128, 'Maximum 128 characters allowed')
    .refine(passwordChecks.length, { error: tooShort, abort: true })
    .refine(
      (value) => Object.values(passwordChecks).every((check) => check(value)),
      passwordRuleTexts.tooPlain,
    )
    .meta({ minLength: 8, description: `${tooShort}, ${passwordRuleTexts.tooPlain} (#?!@$%^&*-).` })
}

export const NewPassword = passwordToSet(passwordRuleTexts.tooShort)
export const ReplacingPassword = passwordToSet(passwordRuleTexts.tooShortToReplace)

/** A password that is only compared, so no rule but the length applies. */
export const EnteredPassword = someText().min(1, 'Required.').max(128, 'Maximum 128 characters allowed')

/** Usernames that could be mistaken for the product or its staff. */
const reserved = new Set(
  'admin administrator root support system rootsquare superadmin moderator mod staff help helpdesk security official team api www mail postmaster webmaster hostmaster abuse info contact null undefined anonymous anonymoususer everyone all deleted me user settings login logout signup'.split(
    ' ',
  ),
)

/** Checks the spelling of a username only. `Username` also rejects reserved names. */
export const SpelledUsername = someText()
  .trim()
  .min(1, 'Required.')
  .regex(/^[A-Za-z0-9_.]{3,30}$/, '3 to 30 letters, digits, _ and .')

export const Username = SpelledUsername.refine(
  // `ad.min` and `ad_min` would be read as `admin`.
  (value) => !reserved.has(value.toLowerCase().replaceAll(/[._]/g, '')) && !/rootsquare/i.test(value),
  'This username is reserved.',
)

export const Phone = z
  .string()
  .trim()
  .regex(/^\d{7,15}$/, 'Phone numbers are 7 to 15 digits.')

/** A URL on our own origin. Only the server knows the origin, so it checks that. */
export const OwnUrl = text(500)
