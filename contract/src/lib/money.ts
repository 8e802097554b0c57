import { z } from 'zod'

/** The API sends Naira with at most two decimals. All calculations use whole kobo. */
export const nairaOf = (kobo: number) => kobo / 100

const written = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** No space follows the ₦, zero is written `0.00`, and a minus comes first: `−₦20.00`. */
export function nairaText(naira: number | null | undefined): string {
  const amount = naira ?? 0
  return `${amount < 0 ? '−' : ''}₦${written.format(Math.abs(amount))}`
}

/** The same of an amount in kobo. */
export const moneyText = (kobo: number) => nairaText(nairaOf(kobo))

export const maxNaira = 1_000_000_000
export const exactNaira = 'Amounts have at most 2 decimals.'

/** A price of at least one kobo. Comparing with `toFixed(2)` rejects a third decimal. */
export const Naira = z
  .number({ error: ({ input }) => (input == null ? 'Required.' : 'Must be a number.') })
  .min(0.01, 'Must be at least 0.01.')
  .max(maxNaira, 'Must be at most 1,000,000,000.')
  .refine((naira) => Number(naira.toFixed(2)) === naira, exactNaira)

export const maxFeeNaira = 1_000_000

const nairaFromZero = (most: number) =>
  z
    .number({ error: ({ input }) => (input == null ? 'Required.' : 'Must be a number.') })
    .min(0, 'Must be 0 or more.')
    .max(most, `Must be at most ${most.toLocaleString('en-NG')}.`)
    .refine((naira) => Number(naira.toFixed(2)) === naira, exactNaira)

/** What delivery costs; 0 is free of charge. */
export const FeeNaira = nairaFromZero(maxFeeNaira)
/** The lowest or highest price of a search. */
export const NairaBound = nairaFromZero(maxNaira)

export const NairaInAddress = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value) ? Number(value) : value),
  z.number('Must be a number.').min(0, 'Must be 0 or more.').max(maxNaira, 'Must be at most 1,000,000,000.'),
)

/** Rounds, because 1,000,000.01 × 100 is not a whole number in floating point. */
export const koboOf = (naira: number) => Math.round(naira * 100)
