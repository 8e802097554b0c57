import { z } from 'zod'

/** The API sends Naira with at most two decimals. All calculations use whole kobo. */
export const nairaOf = (kobo: number) => kobo / 100

const written = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** No space follows the ₦, zero is written `0.00`, and a minus comes first: `−₦20.00`. */
export function nairaText(naira: number | null | undefined): string {
  const amount = naira ?? 0
  return `${amount < 0 ? '−' : ''}₦${written.format(Math.abs(amount))}`
}

/** Does the same for an amount in kobo. */
export const moneyText = (kobo: number) => nairaText(nairaOf(kobo))

export const maxNaira = 1_000_000_000
export const exactNaira = 'Amounts have at most 2 decimals.'

const naira = (least: number, tooLow: string, most: number) =>
  z
    .number({ error: ({ input }) => (input == null ? 'Required.' : 'Must be a number.') })
    .min(least, tooLow)
    .max(most, `Must be at most ${most.toLocaleString('en-NG')}.`)
    .refine((value) => Number(value.toFixed(2)) === value, exactNaira)

/** A price of at least one kobo. Comparing with `toFixed(2)` rejects a third decimal. */
export const Naira = naira(0.01, 'Must be at least 0.01.', maxNaira)

/** The price of delivery. 0 means free of charge. */
export const FeeNaira = naira(0, 'Must be 0 or more.', maxNaira)

/** The highest fee for delivering an item, whatever it costs. A dearer item may cost as much again. */
export const maxFeeNaira = 50_000
export const maxFeeOf = (price: number) => Math.max(maxFeeNaira, price)

/** A fee that is raised by more than this, or by more than half, after the approval needs another one. */
export const freeRaiseNaira = 500

/** Any raise from 0 is over half, so only the amount counts there. */
export const isFeeRaise = (approvedKobo: number, kobo: number) =>
  kobo - approvedKobo > koboOf(freeRaiseNaira) || (approvedKobo > 0 && kobo - approvedKobo > approvedKobo / 2)

/** The lowest or highest price of a search. */
export const NairaBound = naira(0, 'Must be 0 or more.', maxNaira)

export const NairaInAddress = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value) ? Number(value) : value),
  z.number('Must be a number.').min(0, 'Must be 0 or more.').max(maxNaira, 'Must be at most 1,000,000,000.'),
)

/** Rounds, because 1,000,000.01 × 100 is not a whole number in floating point. */
export const koboOf = (naira: number) => Math.round(naira * 100)

/** A smaller sum waits for further sales. */
export const minPayoutKobo = 100_000
