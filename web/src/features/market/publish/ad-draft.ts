import type { Item, NewItem } from '@rootsquare/contract/market'
import { keyOf } from '#web/lib/storage/saved-text.ts'
import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import type { Kept } from '#web/lib/net/upload.ts'

/** What stands in the form, as it was typed; of the pictures those that are up, the first one first. */
export type Ad = {
  name: string
  description: string
  price: string
  stock: string
  genreIds: number[]
  pictures: Kept[]
}

/** What was last sent, and under which key: the same again makes no second item. */
type Sent = { print: string; key: string }
/** The stock that the person had before them when they began to change it. */
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

/** Only this is kept: what was left alone is the server's to say when the form is opened again. */
export function changesIn(before: Ad, ad: Ad): Partial<Ad> {
  const typed = fields.filter((field) => ad[field] !== before[field]).map((field) => [field, ad[field]])
  const isSame = (some: unknown[], others: unknown[]) => some.join(' ') === others.join(' ')
  return {
    ...Object.fromEntries(typed),
    ...(!isSame(ad.genreIds, before.genreIds) && { genreIds: ad.genreIds }),
    ...(!isSame(urlsOf(ad), urlsOf(before)) && { pictures: ad.pictures }),
  }
}

/** One for a new item, and one for each item that is being changed. */
export const draftKey = (memberId: number, itemId = 0) => keyOf({ what: 'ad', memberId, id: itemId })

export function saveDraft(key: string, draft: Draft): void {
  saveJson(key, Object.keys(draft.ad).length === 0 ? null : draft)
}

export function forgetDraft(key: string): void {
  saveJson(key, null)
}

export function savedDraft(key: string): Draft | null {
  const kept = savedJson(key)
  const ad = adIn(valueOf(kept, 'ad'))
  if (Object.keys(ad).length === 0) return null
  const stockBefore = valueOf(kept, 'stockBefore')
  return {
    ad,
    stockBefore: typeof stockBefore === 'number' ? stockBefore : null,
    sent: sentIn(valueOf(kept, 'sent')),
  }
}

function adIn(kept: unknown): Partial<Ad> {
  const typed = fields.flatMap((field) => {
    const text = valueOf(kept, field)
    return typeof text === 'string' ? [[field, text]] : []
  })
  const [genreIds, pictures] = [valueOf(kept, 'genreIds'), valueOf(kept, 'pictures')]
  return {
    ...Object.fromEntries(typed),
    ...(Array.isArray(genreIds) && { genreIds: genreIds.filter((id) => typeof id === 'number') }),
    ...(Array.isArray(pictures) && { pictures: pictures.flatMap(pictureIn) }),
  }
}

function pictureIn(kept: unknown): Kept[] {
  const [url, thumbnail] = [valueOf(kept, 'url'), valueOf(kept, 'thumbnail')]
  return typeof url === 'string' ? [{ url, thumbnail: typeof thumbnail === 'string' ? thumbnail : null }] : []
}

function sentIn(kept: unknown): Sent | null {
  const [print, key] = [valueOf(kept, 'print'), valueOf(kept, 'key')]
  return typeof print === 'string' && typeof key === 'string' ? { print, key } : null
}

/** The key for this very content: kept while it stays the same, for an answer that was lost on its way. */
export function keyFor(sent: Sent | null, content: NewItem): Sent {
  const print = JSON.stringify(content)
  return sent?.print === print ? sent : { print, key: randomId() }
}
