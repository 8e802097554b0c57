import type { Item, NewItem } from '@rootsquare/contract/market'
import { keyOf } from '#web/lib/storage/saved-text.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import type { UploadedFile } from '#web/lib/net/upload.ts'

/** The form as it was typed, with the pictures that are uploaded. */
export type Ad = {
  name: string
  description: string
  price: string
  stock: string
  genreIds: number[]
  pictures: UploadedFile[]
}

/** What was last sent, and under which key, so that sending the same again creates no second item. */
type Sent = { print: string; key: string }
/** `stockBefore` is the stock that was shown when the person began to change it. */
export type Draft = { ad: Partial<Ad>; stockBefore: number | null; sent: Sent | null }

const blankAd: Ad = { name: '', description: '', price: '', stock: '', genreIds: [], pictures: [] }

export function adOf(item: Item | undefined): Ad {
  if (item === undefined) return blankAd
  const { name, description, price, stock, imageUrl, thumbnailUrl, images, categories } = item
  const first = imageUrl === null ? [] : [{ url: imageUrl, thumbnail: thumbnailUrl }]
  return {
    name,
    description,
    price: price.toFixed(2),
    stock: String(stock),
    genreIds: categories,
    pictures: [...first, ...images.map((url) => ({ url, thumbnail: null }))],
  }
}

export const urlsOf = ({ pictures }: Pick<Ad, 'pictures'>) => pictures.map(({ url }) => url)

const fields = ['name', 'description', 'price', 'stock'] as const

/** Only changes are saved, so that a form opened again shows the server's values in all other fields. */
export function changesIn(before: Ad, ad: Ad): Partial<Ad> {
  const typed = fields.filter((field) => ad[field] !== before[field]).map((field) => [field, ad[field]])
  const isSame = (some: unknown[], others: unknown[]) => some.join(' ') === others.join(' ')
  return {
    ...Object.fromEntries(typed),
    ...(!isSame(ad.genreIds, before.genreIds) && { genreIds: ad.genreIds }),
    ...(!isSame(urlsOf(ad), urlsOf(before)) && { pictures: ad.pictures }),
  }
}

export const draftKey = (memberId: number, itemId = 0) => keyOf({ what: 'ad', memberId, id: itemId })

export function saveDraft(key: string, draft: Draft): void {
  saveJson(key, Object.keys(draft.ad).length === 0 ? null : draft)
}

export function forgetDraft(key: string): void {
  saveJson(key, null)
}

export function savedDraft(key: string): Draft | null {
  const saved = savedJson(key)
  const ad = adIn(propertyOf(saved, 'ad'))
  if (Object.keys(ad).length === 0) return null
  const stockBefore = propertyOf(saved, 'stockBefore')
  return {
    ad,
    stockBefore: typeof stockBefore === 'number' ? stockBefore : null,
    sent: sentIn(propertyOf(saved, 'sent')),
  }
}

function adIn(saved: unknown): Partial<Ad> {
  const typed = fields.flatMap((field) => {
    const text = propertyOf(saved, field)
    return typeof text === 'string' ? [[field, text]] : []
  })
  const [genreIds, pictures] = [propertyOf(saved, 'genreIds'), propertyOf(saved, 'pictures')]
  return {
    ...Object.fromEntries(typed),
    ...(Array.isArray(genreIds) && { genreIds: genreIds.filter((id) => typeof id === 'number') }),
    ...(Array.isArray(pictures) && { pictures: pictures.flatMap(pictureIn) }),
  }
}

function pictureIn(saved: unknown): UploadedFile[] {
  const [url, thumbnail] = [propertyOf(saved, 'url'), propertyOf(saved, 'thumbnail')]
  return typeof url === 'string' ? [{ url, thumbnail: typeof thumbnail === 'string' ? thumbnail : null }] : []
}

function sentIn(saved: unknown): Sent | null {
  const [print, key] = [propertyOf(saved, 'print'), propertyOf(saved, 'key')]
  return typeof print === 'string' && typeof key === 'string' ? { print, key } : null
}

/** The same content gets the same key, so that a retry after a lost answer creates no second item. */
export function keyFor(sent: Sent | null, content: NewItem): Sent {
  const print = JSON.stringify(content)
  return sent?.print === print ? sent : { print, key: randomId() }
}
