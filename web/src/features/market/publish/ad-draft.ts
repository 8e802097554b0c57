import { deliveryMethods, type Delivery, type Item } from '@rootsquare/contract/trade/market'
import { z } from 'zod'
import { DraftPictures } from '#web/entities/uploads/use-picture-form.ts'

/** The delivery fields as text, exactly as typed; '' is an empty field. */
const DeliveryText = z.object({
  methods: z.array(z.enum(deliveryMethods)),
  feeSameState: z.string(),
  feeOtherState: z.string(),
  stateCode: z.string(),
  lgaCode: z.string(),
})
type DeliveryText = z.infer<typeof DeliveryText>

const AdFields = z.object({
  name: z.string(),
  description: z.string(),
  price: z.string(),
  stock: z.string(),
  genreIds: z.array(z.number()),
  pictures: DraftPictures,
})
/** The fields of the form as typed, with the pictures that are already uploaded. */
export type Ad = z.infer<typeof AdFields> & DeliveryText

/** Only what differs, so that a restored form shows the server's values in all other fields. */
const AdChanges = AdFields.extend({ delivery: DeliveryText }).partial()
type AdChanges = z.infer<typeof AdChanges>

/** The content that was last sent and its key, so that sending it again creates no second item. */
const Sent = z.object({ content: z.string(), key: z.string() })
/** `stockBefore` is the stock that was shown when the seller began to change it. */
export const AdDraft = z.object({
  ad: AdChanges,
  stockBefore: z.number().nullable(),
  sent: Sent.nullable(),
})
export type AdDraft = z.infer<typeof AdDraft>
export const blankDraft: AdDraft = { ad: {}, stockBefore: null, sent: null }

export const isUnchanged = ({ ad }: Pick<AdDraft, 'ad'>) => Object.keys(ad).length === 0

/** A new item begins with the delivery of the newest one. */
export function formValuesOf(item: Item | undefined, newest?: Delivery): Ad {
  const delivery = deliveryTextOf(item?.delivery ?? newest)
  if (item === undefined)
    return { name: '', description: '', price: '', stock: '', genreIds: [], pictures: [], ...delivery }
  const { name, description, price, stock, imageUrl, thumbnailUrl, images, categories } = item
  const first = imageUrl === null ? [] : [{ url: imageUrl, thumbnail: thumbnailUrl }]
  return {
    name,
    description,
    price: price.toFixed(2),
    stock: String(stock),
    genreIds: categories,
    pictures: [...first, ...images.map((url) => ({ url, thumbnail: null }))],
    ...delivery,
  }
}

function deliveryTextOf(delivery: Delivery | undefined): DeliveryText {
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

/** The parts of a delivery are stored together, because they depend on each other, such as an LGA on its state. */
const storedIn = (ad: Ad) => ({ ...AdFields.parse(ad), delivery: DeliveryText.parse(ad) })

export function adChangesIn(before: Ad, ad: Ad): AdChanges {
  const old: Record<string, unknown> = storedIn(before)
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(old[name])
  return AdChanges.parse(Object.fromEntries(Object.entries(storedIn(ad)).filter(isChanged)))
}
