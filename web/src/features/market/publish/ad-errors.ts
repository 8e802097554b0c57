import { nameIn, nameText } from '@rootsquare/contract/lib/fields'
import {
  itemDescriptionLength,
  itemNameLength,
  maxCategories,
  maxStock,
} from '@rootsquare/contract/trade/market'
import { exactNaira, maxFeeOf, maxNaira, nairaText } from '@rootsquare/contract/lib/money'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { withSeparators } from '#web/lib/format/price-text.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import type { FieldErrors } from '#web/lib/forms/use-field-errors.ts'

const required = 'Required.'

/** The texts match the server's own errors. */
export const adRules = {
  name: nameText(itemNameLength),
  description: (text: string) => (text.trim() === '' ? required : null),
  price: priceErrorIn,
  stock: stockErrorIn,
}

/** The categories of an existing item are not checked, because they cannot be changed. */
export const newAdRules = { ...adRules, genreIds: genresErrorIn }

export const adLimits = {
  name: { max: itemNameLength, lengthOf: (typed: string) => lengthOf(nameIn(typed)) },
  description: { max: itemDescriptionLength },
}

export function priceErrorIn(figures: string): string | null {
  if (figures === '') return required
  const naira = Number(figures)
  if (figures === '.' || Number.isNaN(naira)) return 'Must be a number.'
  // This rejects 1.000 too, because the seller may mean a thousand.
  if (/\.\d{3}/.test(figures)) return exactNaira
  if (naira < 0.01) return 'Must be at least 0.01.'
  return naira > maxNaira ? `Must be at most ${withSeparators(String(maxNaira))}.` : null
}

/** Treats an empty fee as no fee. Without delivery no fee is sent, so none is checked. */
export function deliveryErrorsIn({ methods, feeSameState, feeOtherState, price }: Ad): FieldErrors {
  if (methods.length === 0) return { methods: 'Choose pick-up, delivery or both.' }
  if (!methods.includes('DELIVERY')) return {}
  const most = maxFeeOf(Number(price) || 0)
  return { feeSameState: feeErrorIn(feeSameState, most), feeOtherState: feeErrorIn(feeOtherState, most) }
}

function feeErrorIn(figures: string, most: number): string | null {
  if (figures === '.') return 'Must be a number.'
  if (/\.\d{3}/.test(figures)) return exactNaira
  return Number(figures) > most ? `Must be at most ${nairaText(most)} for an item at this price.` : null
}

export function stockErrorIn(typed: string): string | null {
  if (typed === '') return required
  return Number(typed) > maxStock ? `Must be at most ${maxStock}.` : null
}

function genresErrorIn({ length }: number[]): string | null {
  if (length === 0) return 'Please choose a category.'
  return length > maxCategories ? `At most ${maxCategories} categories.` : null
}

/** Maps an API field to a form field. The API has two names for pictures and adds the index of a list. */
export function adErrorsFrom(fields: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {}
  for (const [path, text] of Object.entries(fields)) {
    const [name = ''] = path.replace(/^delivery\./, '').split('.')
    errors[name === 'imageUrl' || name === 'images' ? 'pictures' : name] ??= text
  }
  return errors
}
