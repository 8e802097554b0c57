import { itemDescriptionLength, itemNameLength, NewItem } from '@rootsquare/contract/market'
import { exactNaira } from '@rootsquare/contract/money'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'

export const adFields = ['pictures', 'name', 'description', 'price', 'stock', 'genreIds'] as const
export type AdErrors = Partial<Record<(typeof adFields)[number], string>>

const required = 'Required.'
const errorIn = {
  name: fieldErrorIn(NewItem.shape.name),
  description: fieldErrorIn(NewItem.shape.description),
  price: fieldErrorIn(NewItem.shape.price),
  stock: fieldErrorIn(NewItem.shape.stock),
  genreIds: fieldErrorIn(NewItem.shape.genreIds),
}

export function adErrorsIn({ name, description, price, stock, genreIds }: Ad): AdErrors {
  const found = {
    name: errorIn.name(name),
    description: errorIn.description(description),
    price: priceErrorIn(price),
    stock: stock === '' ? required : errorIn.stock(Number(stock)),
    genreIds: errorIn.genreIds(genreIds),
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== null))
}

function priceErrorIn(figures: string): string | null {
  if (figures === '') return required
  // Rejects 1.000 too, because a thousand may be meant.
  return /\.\d{3}/.test(figures) ? exactNaira : errorIn.price(Number(figures))
}

/** Shown while typing, because typing on cannot make it valid. */
export function tooLong({ name, description }: Ad): AdErrors {
  return {
    ...(nameLengthOf(name) > itemNameLength && { name: tooLongText(itemNameLength) }),
    ...(lengthOf(description) > itemDescriptionLength && { description: tooLongText(itemDescriptionLength) }),
  }
}

/** As the server stores a name: accents in one spelling, single blanks. */
export function nameIn(typed: string): string {
  return typed
    .normalize('NFC')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
}

export const nameLengthOf = (typed: string) => lengthOf(nameIn(typed))

/** The API names the pictures in two ways, and adds the index of a list. */
export function adErrorsFrom(fieldErrors: Record<string, string>): AdErrors {
  const found: AdErrors = {}
  for (const [path, text] of Object.entries(fieldErrors)) {
    const [name] = path.split('.')
    const field = adFields.find(
      (one) => one === (name === 'imageUrl' || name === 'images' ? 'pictures' : name),
    )
    if (field !== undefined) found[field] ??= text
  }
  return found
}
