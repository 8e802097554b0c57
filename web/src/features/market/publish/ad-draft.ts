import { deliveryMethods, type Delivery, type Item, type NewItem } from '@rootsquare/contract/trade/market'
import { z } from 'zod'
import { randomId } from '#web/lib/storage/random-id.ts'

/** The delivery fields as text, exactly as typed; '' is an empty field. */
const DeliveryText = z.object({
  methods: z.array(z.enum(deliveryMethods)),
  feeSameState: z.string(),
  feeOtherState: z.string(),
  stateCode: z.string(),
  lgaCode: z.string(),
})
export type DeliveryText = z.infer<typeof DeliveryText>

/** The form fields as typed, with the pictures that are already uploaded. */
const Ad = z.object({
  name: z.string(),
  description: z.string(),
  price: z.string(),
  stock: z.string(),
  genreIds: z.array(z.number()),
  pictures: z.array(z.object({ url: z.string(), thumbnail: z.string().nullable() })),
  /** Null until the seller changes it. The form then shows the delivery of the item or of the newest item. */
  delivery: DeliveryText.nullable(),
})
export type Ad = z.infer<typeof Ad>

/** The content that was last sent and its key, so that sending it again creates no second item. */
const Sent = z.object({ content: z.string(), key: z.string() })
type Sent = z.infer<typeof Sent>
/** `stockBefore` is the stock that was shown when the seller began to change it. */
export const AdDraft = z.object({
  ad: Ad.partial(),
  stockBefore: z.number().nullable(),
  sent: Sent.nullable(),
})
export type AdDraft = z.infer<typeof AdDraft>

const blankAd: Ad = {
  name: '',
  description: '',
  price: '',
  stock: '',
  genreIds: [],
  pictures: [],
  delivery: null,
}

export function formValuesOf(item: Item | undefined): Ad {
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
    delivery: null,
  }
}

export function deliveryTextOf(delivery: Delivery | undefined): DeliveryText {
  const { methods = ['DELIVERY'], feeSameState = 0, feeOtherState = 0, stateCode, lgaCode } = delivery ?? {}
  return {
    methods,
    feeSameState: feeSameState === 0 ? '' : feeSameState.toFixed(2),
    feeOtherState: feeOtherState === 0 ? '' : feeOtherState.toFixed(2),
    stateCode: stateCode ?? '',
    lgaCode: lgaCode ?? '',
  }
}

/** Drops all fees if the seller offers no delivery, whatever was typed before. */
export function deliveryIn(typed: DeliveryText): Delivery {
  const hasFees = typed.methods.includes('DELIVERY')
  return {
    methods: typed.methods,
    feeSameState: hasFees ? Number(typed.feeSameState) : 0,
    feeOtherState: hasFees ? Number(typed.feeOtherState) : 0,
    stateCode: typed.stateCode || null,
    lgaCode: typed.lgaCode || null,
  }
}

export const urlsOf = ({ pictures }: Pick<Ad, 'pictures'>) => pictures.map(({ url }) => url)

const fields = ['name', 'description', 'price', 'stock'] as const

/** Returns only the changed fields, so that a restored form shows the server's values in all others. */
export function adChangesIn(before: Ad, ad: Ad): Partial<Ad> {
  const typed = fields.filter((field) => ad[field] !== before[field]).map((field) => [field, ad[field]])
  const isSame = (some: unknown[], others: unknown[]) => some.join(' ') === others.join(' ')
  return {
    ...Object.fromEntries(typed),
    ...(!isSame(ad.genreIds, before.genreIds) && { genreIds: ad.genreIds }),
    ...(!isSame(urlsOf(ad), urlsOf(before)) && { pictures: ad.pictures }),
    ...(ad.delivery !== null && { delivery: ad.delivery }),
  }
}

/** Returns the same key for the same content, so that a retry after a lost reply creates no second item. */
export function keyFor(sent: Sent | null, content: NewItem): Sent {
  const text = JSON.stringify(content)
  return sent?.content === text ? sent : { content: text, key: randomId() }
}
