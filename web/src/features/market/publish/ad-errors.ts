import { nameText } from '@rootsquare/contract/lib/fields'
import {
  itemDescriptionLength,
  itemNameLength,
  maxCategories,
  maxStock,
} from '@rootsquare/contract/trade/market'
import { exactNaira, maxFeeOf, maxNaira, nairaText } from '@rootsquare/contract/lib/money'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { withSeparators } from '#web/lib/format/price-text.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'

/** The order matches the form, because the first field with an error gets the focus. */
const deliveryFields = ['stateCode', 'lgaCode', 'methods', 'feeSameState', 'feeOtherState'] as const
export const adFields = [
  ...(['pictures', 'name', 'description', 'price', 'stock', 'genreIds'] as const),
  ...deliveryFields,
]
export type AdErrors = Partial<Record<(typeof adFields)[number], string>>

const required = 'Required.'
const nameErrorIn = fieldErrorIn(nameText(itemNameLength))

/** The texts match the server's own errors. */
export function adErrorsIn(ad: Ad): AdErrors {
  const found: { [Field in keyof AdErrors]: string | null } = {
    name: nameErrorIn(ad.name),
    description: textErrorIn(ad.description, itemDescriptionLength),
    price: priceErrorIn(ad.price),
    stock: stockErrorIn(ad.stock),
    genreIds: genresErrorIn(ad.genreIds),
    ...deliveryErrorsIn(ad),
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== null))
}

/** Returns errors that are shown while typing, because typing more cannot fix them. */
export function lengthErrorsIn({ name, description }: Ad): AdErrors {
  return {
    ...(nameLengthOf(name) > itemNameLength && { name: tooLongText(itemNameLength) }),
    ...(lengthOf(description) > itemDescriptionLength && { description: tooLongText(itemDescriptionLength) }),
  }
}

/** Normalizes a name as the server stores it, with composed accents and single spaces. */
export function nameIn(typed: string): string {
  return typed
    .normalize('NFC')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
}

export const nameLengthOf = (typed: string) => lengthOf(nameIn(typed))

function textErrorIn(text: string, most: number): string | null {
  if (text.trim() === '') return required
  return lengthOf(text) > most ? tooLongText(most) : null
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
function deliveryErrorsIn({ delivery, price }: Pick<Ad, 'delivery' | 'price'>) {
  if (delivery === null) return {}
  const { methods, feeSameState, feeOtherState } = delivery
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

function stockErrorIn(typed: string): string | null {
  if (typed === '') return required
  return Number(typed) > maxStock ? `Must be at most ${maxStock}.` : null
}

function genresErrorIn({ length }: number[]): string | null {
  if (length === 0) return 'Please choose a category.'
  return length > maxCategories ? `At most ${maxCategories} categories.` : null
}

/** Maps an API field to a form field. The API has two names for pictures and adds the index of a list. */
export function adErrorsFrom(fieldErrors: Record<string, string>): AdErrors {
  const found: AdErrors = {}
  for (const [path, text] of Object.entries(fieldErrors)) {
    const [name] = path.replace(/^delivery\./, '').split('.')
    const field = adFields.find(
      (one) => one === (name === 'imageUrl' || name === 'images' ? 'pictures' : name),
    )
    if (field !== undefined) found[field] ??= text
  }
  return found
}
