import { nameText } from '@rootsquare/contract/fields'
import { itemDescriptionLength, itemNameLength, mostCategories, mostStock } from '@rootsquare/contract/market'
import { exactNaira, mostNaira } from '@rootsquare/contract/money'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { withSeparators } from '#web/lib/format/price-text.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'

/** By the names of the form, in the order of the form. */
export const adFields = ['pictures', 'name', 'description', 'price', 'stock', 'genreIds'] as const
export type Troubles = Partial<Record<(typeof adFields)[number], string>>

const required = 'Required.'
const troubleInName = fieldErrorIn(nameText(itemNameLength))

/** In the words in which the server would refuse it. */
export function troublesIn(ad: Ad): Troubles {
  const found: Record<Exclude<keyof Troubles, 'pictures'>, string | null> = {
    name: troubleInName(ad.name),
    description: troubleInText(ad.description, itemDescriptionLength),
    price: troubleInPrice(ad.price),
    stock: troubleInStock(ad.stock),
    genreIds: troubleInGenres(ad.genreIds),
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== null))
}

/** What is said while it is typed, since nothing more can come right by itself. */
export function tooLong({ name, description }: Ad): Troubles {
  return {
    ...(nameLengthOf(name) > itemNameLength && { name: tooLongText(itemNameLength) }),
    ...(lengthOf(description) > itemDescriptionLength && { description: tooLongText(itemDescriptionLength) }),
  }
}

/** As the server keeps a name: accents in one spelling, single blanks. */
export function nameIn(typed: string): string {
  return typed
    .normalize('NFC')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
}

export const nameLengthOf = (typed: string) => lengthOf(nameIn(typed))

function troubleInText(text: string, most: number): string | null {
  if (text.trim() === '') return required
  return lengthOf(text) > most ? tooLongText(most) : null
}

function troubleInPrice(figures: string): string | null {
  if (figures === '') return required
  const naira = Number(figures)
  if (figures === '.' || Number.isNaN(naira)) return 'Must be a number.'
  // Also 1.000, by which a thousand may be meant.
  if (/\.\d{3}/.test(figures)) return exactNaira
  if (naira < 0.01) return 'Must be at least 0.01.'
  return naira > mostNaira ? `Must be at most ${withSeparators(String(mostNaira))}.` : null
}

function troubleInStock(typed: string): string | null {
  if (typed === '') return required
  return Number(typed) > mostStock ? `Must be at most ${mostStock}.` : null
}

function troubleInGenres({ length }: number[]): string | null {
  if (length === 0) return 'Please choose a category.'
  return length > mostCategories ? `At most ${mostCategories} categories.` : null
}

/** The wire knows the pictures by two names, and counts what stands in a list. */
export function troublesFrom(told: Record<string, string>): Troubles {
  const found: Troubles = {}
  for (const [path, text] of Object.entries(told)) {
    const [name] = path.split('.')
    const field = adFields.find(
      (one) => one === (name === 'imageUrl' || name === 'images' ? 'pictures' : name),
    )
    if (field !== undefined) found[field] ??= text
  }
  return found
}
