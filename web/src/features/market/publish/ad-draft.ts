import type { Item, NewItem } from '@rootsquare/contract/market'
import { z } from 'zod'
import { randomId } from '#web/lib/storage/random-id.ts'

/** The form as it was typed, with the pictures that are uploaded. */
const Ad = z.object({
  name: z.string(),
  description: z.string(),
  price: z.string(),
  stock: z.string(),
  genreIds: z.array(z.number()),
  pictures: z.array(z.object({ url: z.string(), thumbnail: z.string().nullable() })),
})
export type Ad = z.infer<typeof Ad>

/** What was last sent, and under which key, so that sending the same again creates no second item. */
const Sent = z.object({ content: z.string(), key: z.string() })
type Sent = z.infer<typeof Sent>
/** `stockBefore` is the stock that was shown when the person began to change it. */
export const AdDraft = z.object({
  ad: Ad.partial(),
  stockBefore: z.number().nullable(),
  sent: Sent.nullable(),
})
export type AdDraft = z.infer<typeof AdDraft>

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

/** The same content gets the same key, so that a retry after a lost answer creates no second item. */
export function keyFor(sent: Sent | null, content: NewItem): Sent {
  const text = JSON.stringify(content)
  return sent?.content === text ? sent : { content: text, key: randomId() }
}
