import { z } from 'zod'
import { endpoint, Nothing } from '../lib/endpoint.ts'
import { ById, Id, IdInPath, inAddress, nameText, text, Time } from '../lib/fields.ts'
import { FeeNaira, Naira, NairaInAddress } from '../lib/money.ts'
import { paged, PageQuery } from '../lib/paged.ts'
import { Rating } from './ratings.ts'
import { RemovalQuery } from '../removals.ts'

/** How many items the home page requests, and how many of them it shows. */
export const teaserSize = 20
export const teaserShown = 5
export const categoryNameLength = 60
export const itemNameLength = 120
export const itemDescriptionLength = 5000
export const maxCategories = 5
export const maxImages = 6
export const maxStock = 1_000_000
export const disapprovalReasonLength = 500
/** The most items that a search ranks, and the highest total it reports. */
export const maxFound = 500

export const Genre = z.object({ id: Id, name: z.string() }).meta({ id: 'Genre' })
export type Genre = z.output<typeof Genre>

export const deliveryMethods = ['PICKUP', 'DELIVERY'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

const placeCode = (max: number) => text(max).toUpperCase().nullable().default(null)

export const Delivery = z
  .object({
    methods: z
      .array(z.enum(deliveryMethods))
      .min(1, 'Choose pick-up, delivery or both.')
      .refine((methods) => new Set(methods).size === methods.length, 'Name each method once.')
      .meta({ description: 'How the item is handed over.' }),
    feeSameState: FeeNaira.default(0).meta({ description: 'In Naira, for delivery within `stateCode`.' }),
    feeOtherState: FeeNaira.default(0).meta({ description: 'In Naira, for delivery anywhere else.' }),
    stateCode: placeCode(10).meta({ description: 'Where the item is.' }),
    lgaCode: placeCode(60).meta({ description: 'An LGA of that state.' }),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

export const Item = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    price: z.number().meta({ description: 'In Naira, with at most 2 decimals.' }),
    stock: z.int(),
    imageUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    images: z.array(z.string()).meta({ description: 'Pictures beyond the first.' }),
    isApproved: z.boolean(),
    disapprovalReason: z.string().nullable().meta({
      description: 'To the seller and admins, empty where none was given; null unless it was disapproved.',
    }),
    userId: Id,
    sellerUsername: z.string(),
    sellerProfileImage: z.string().nullable(),
    categories: z.array(Id),
    delivery: Delivery,
    favorite: z.boolean(),
    offer: z
      .object({ price: z.number(), validUntil: Time })
      .nullish()
      .meta({ description: 'What the seller has accepted from the caller; of `GET /items/{id}` only.' }),
    createdDate: Time,
    can: z.object({
      update: z.boolean(),
      delete: z.boolean(),
      approve: z.boolean(),
      buy: z.boolean(),
      message: z.boolean(),
    }),
    rating: Rating,
  })
  .meta({ id: 'Item' })
export type Item = z.output<typeof Item>

export const sorts = ['newest', 'price', '-price', 'best'] as const

const Switch = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean' })

export const ItemsQuery = PageQuery.extend({
  userId: IdInPath.optional(),
  name: text(100, 0).optional(),
  genreId: IdInPath.optional(),
  minPrice: NairaInAddress.optional(),
  maxPrice: NairaInAddress.optional(),
  sort: z.enum(sorts).optional().meta({ description: '`best` where a name is sought, else `newest`.' }),
  favorite: Switch.optional(),
  state: text(10, 0)
    .toUpperCase()
    .optional()
    .meta({ description: 'The code of the state that the item is in.' }),
  inStock: Switch.optional(),
  method: z.enum(deliveryMethods).optional(),
  minRating: inAddress(
    z.int('Must be 1 to 5.').min(1, 'Must be 1 to 5.').max(5, 'Must be 1 to 5.').optional(),
  ),
})
export type ItemsQuery = z.output<typeof ItemsQuery>

export const listGenres = endpoint({
  method: 'GET',
  path: '/genre',
  access: 'member',
  summary: 'The categories of the marketplace, by name',
  reply: z.array(Genre),
  cache: 'etag',
  maxAgeSeconds: 10,
  shared: 'all',
  mayLag: true,
})

export const createGenre = endpoint({
  method: 'POST',
  path: '/genre/create',
  access: 'admin',
  summary: 'Add a category; a name that is there already, whatever its case: 409',
  body: z.object({ name: nameText(categoryNameLength) }),
  reply: Genre,
  message: 'The category has been added.',
})

export const listItems = endpoint({
  method: 'GET',
  path: '/items',
  access: 'member',
  summary:
    'Approved items of members in good standing; with one’s own `userId` the unapproved ones too. A search answers with the best of at most 500',
  query: ItemsQuery,
  reply: paged(Item),
  cache: 'etag',
  maxAgeSeconds: 5,
  shared: 'alike',
  mayLag: true,
})

export const listAllItems = endpoint({
  method: 'GET',
  path: '/items/admin/items',
  access: 'admin',
  summary: 'Items of everybody, unapproved ones too; with `approved=false` those that wait, the oldest first',
  query: ItemsQuery.extend({
    approved: Switch.optional(),
    disapproved: Switch.optional().meta({ description: 'Of those not approved: decided on, or not yet.' }),
  }),
  reply: paged(Item),
})

export const getItem = endpoint({
  method: 'GET',
  path: '/items/:id',
  access: 'member',
  mayLag: true,
  summary: 'One item: approved, one’s own, or one has ordered it, then as it was ordered; admins any',
  params: ById,
  reply: Item,
})

const Stock = z
  .int('Must be a whole number.')
  .min(0, 'Must be 0 or more.')
  .max(maxStock, `Must be at most ${maxStock}.`)
const Picture = z.string().min(1, 'Required.').max(1000)
const Images = z.array(Picture).max(maxImages, `At most ${maxImages} more pictures.`)

export const NewItem = z.object({
  name: nameText(itemNameLength),
  description: text(itemDescriptionLength),
  price: Naira,
  stock: Stock,
  imageUrl: Picture,
  genreIds: z
    .array(Id)
    .min(1, 'Please choose a category.')
    .max(maxCategories, `At most ${maxCategories} categories.`),
  images: Images.optional(),
  delivery: Delivery.optional().meta({ description: 'Absent: delivery, without a fee.' }),
})
export type NewItem = z.output<typeof NewItem>

export const ItemChange = z.object({
  name: nameText(itemNameLength).optional(),
  description: text(itemDescriptionLength).optional(),
  price: Naira.optional(),
  stock: Stock.optional(),
  expectedStock: Stock.optional().meta({
    description: 'The stock when the form was opened; if it moved since: 409.',
  }),
  imageUrl: Picture.optional(),
  images: Images.optional(),
  delivery: Delivery.optional().meta({ description: 'Replaces all of it.' }),
})
export type ItemChange = z.output<typeof ItemChange>

export const createItem = endpoint({
  method: 'POST',
  path: '/items/create',
  access: 'member',
  summary: 'Offer an item; it is seen once an admin has approved it',
  body: NewItem,
  reply: Item,
  limits: ['item'],
  isIdempotent: true,
  message: 'Your item is with the admins. It will be seen once they have approved it.',
})

export const updateItem = endpoint({
  method: 'PUT',
  path: '/items/update/:id',
  access: 'member',
  summary:
    'Its seller. Another name, description or picture makes it unapproved again; price, stock and delivery do not. One that was disapproved waits again after any change',
  params: ById,
  body: ItemChange,
  reply: Item,
  limits: ['item'],
  message: (item) =>
    'isApproved' in item && item.isApproved
      ? 'Your item has been updated.'
      : 'Your item has been updated. It will be seen once an admin has approved it.',
})

export const deleteItem = endpoint({
  method: 'DELETE',
  path: '/items/delete/:id',
  access: 'member',
  summary: 'Its seller, or an admin. It leaves lists and carts; orders keep what they fixed',
  params: ById,
  query: RemovalQuery,
  reply: Nothing,
  message: 'The item has been deleted.',
})

/** Multipart with a `file`, or JSON with the URL of an earlier upload. */
export const changeItemImage = endpoint({
  method: 'POST',
  path: '/items/:id/image',
  access: 'member',
  summary:
    'Another picture, as multipart `file` or as JSON `{imageUrl}`; its seller. Makes it unapproved again',
  params: ById,
  body: z.object({ imageUrl: Picture }),
  form: z.object({ file: z.file().meta({ description: 'A picture, as for an upload.' }) }),
  reply: Item,
  limits: ['item', 'upload'],
  message: (item) =>
    'isApproved' in item && item.isApproved
      ? 'This is its picture already.'
      : 'The picture has been changed. The item will be seen once an admin has approved it.',
})

export const approveItem = endpoint({
  method: 'PUT',
  path: '/items/item/approval',
  access: 'admin',
  summary: 'Approve or disapprove; the seller is told, with the reason. Nobody their own: 403',
  body: z.object({
    itemId: Id,
    state: z.boolean('Must be true or false.'),
    reason: text(disapprovalReasonLength, 0).optional(),
  }),
  reply: Item,
  message: (item) =>
    'isApproved' in item && item.isApproved
      ? 'The item is approved. Its seller has been told.'
      : 'The item is disapproved. Its seller has been told.',
})

export const favorItem = endpoint({
  method: 'POST',
  path: '/items/favorite/:id',
  access: 'member',
  summary: 'Turns a favourite on or off',
  params: ById,
  reply: z.object({ favorite: z.boolean() }),
  limits: ['like'],
})
