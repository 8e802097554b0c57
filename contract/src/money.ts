import { z } from 'zod'

/** The API sends Naira with at most two decimals. All calculations use whole kobo. */
export const nairaOf = (kobo: number) => kobo / 100

const written = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** No space follows the ₦, and zero is written `0.00`. */
export const nairaText = (naira: number | null | undefined) => `₦${written.format(naira ?? 0)}`

export const mostNaira = 1_000_000_000
export const exactNaira = 'Amounts have at most 2 decimals.'

/** A price of at least one kobo. Comparing with `toFixed(2)` rejects a third decimal. */
export const Naira = z
  .number({ error: ({ input }) => (input == null ? 'Required.' : 'Must be a number.') })
  .min(0.01, 'Must be at least 0.01.')
  .max(mostNaira, 'Must be at most 1,000,000,000.')
  .refine((naira) => Number(naira.toFixed(2)) === naira, exactNaira)

export const NairaInAddress = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value) ? Number(value) : value),
  z.number('Must be a number.').min(0, 'Must be 0 or more.').max(mostNaira, 'Must be at most 1,000,000,000.'),
)

/** Rounds, because 1,000,000.01 × 100 is not a whole number in floating point. */
export const koboOf = (naira: number) => Math.round(naira * 100)
