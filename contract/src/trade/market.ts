import { z } from 'zod'
import { endpoint, getByMember, Nothing, postByMember } from '../lib/endpoint.ts'
import {
  ById,
  Flag,
  Id,
  IdInPath,
  inAddress,
  mayBeAbsent,
  nameText,
  text,
  Time,
  withDefault,
} from '../lib/fields.ts'
import { FeeNaira, Naira, NairaInAddress } from '../lib/money.ts'
import { paged, PageQuery } from '../lib/paged.ts'
import { Rating } from './ratings.ts'
import { RemovalQuery } from '../removals.ts'

/** How many items the home page requests, and how many of them it shows. */
export const teaserSize = 20
export const teaserShown = 5
export const itemNameLength = 120
export const itemDescriptionLength = 5000
export const maxCategories = 5
export const maxImages = 6
export const maxStock = 1_000_000
export const disapprovalReasonLength = 500
/** The most items that a search ranks, and the highest total it reports. */
export const maxFound = 500

export const deliveryMethods = ['PICKUP', 'DELIVERY'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

const placeCode = (max: number) => text(max).toUpperCase().nullable()

export const Delivery = z
  .object({
    methods: z
      .array(z.enum(deliveryMethods))
      .min(1, 'Choose pick-up, delivery or both.')
      .refine((methods) => new Set(methods).size === methods.length, 'Name each method once.')
      .meta({ description: 'How the item is handed over.' }),
    feeSameState: FeeNaira.meta({
      description:
        'In Naira, for delivery within `stateCode`. At most 50,000 or the price, whichever is higher.',
    }),
    feeOtherState: FeeNaira.meta({
      description: 'In Naira, for delivery anywhere else, with the same limit.',
    }),
    stateCode: placeCode(10).meta({ description: 'The code of the state with the item.' }),
    lgaCode: placeCode(60).meta({ description: 'The code of an LGA in that state.' }),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

const NewDelivery = Delivery.extend({
  feeSameState: withDefault(Delivery.shape.feeSameState, 0),
  feeOtherState: withDefault(Delivery.shape.feeOtherState, 0),
  stateCode: Delivery.shape.stateCode.default(null),
  lgaCode: Delivery.shape.lgaCode.default(null),
}).meta({ id: 'NewDelivery' })

export const Item = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    price: z.number().meta({ description: 'In Naira, with at most 2 decimals.' }),
    stock: z.int(),
    imageUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    images: z.array(z.string()).meta({ description: 'Further pictures after `imageUrl`.' }),
    isApproved: z.boolean(),
    disapprovalReason: z.string().nullable().meta({
      description:
        'Only sent to the seller and admins. Null unless disapproved, empty if no reason was given.',
    }),
    userId: Id,
    sellerUsername: z.string(),
    sellerProfileImage: z.string().nullable(),
    categories: z.array(Id),
    delivery: Delivery,
    favorite: z.boolean(),
    offer: z.object({ price: z.number(), validUntil: Time }).nullish().meta({
      description: 'An offer by the caller that the seller has accepted. Only sent by `GET /items/{id}`.',
    }),
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

const Switch = Flag.meta({ type: 'boolean' })

export const ItemsQuery = PageQuery.extend({
  userId: IdInPath.optional(),
  name: text(100, 0).optional(),
  genreId: IdInPath.optional(),
  minPrice: NairaInAddress.optional(),
  maxPrice: NairaInAddress.optional(),
  sort: z
    .enum(sorts)
    .optional()
    .meta({ description: 'If absent, `best` with a `name`, otherwise `newest`.' }),
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

export const listItems = endpoint({
  ...getByMember,
  path: '/items',
  summary:
    'List approved items of active sellers. With one’s own `userId` also unapproved ones. A search returns up to 500',
  query: ItemsQuery,
  reply: paged(Item),
  cache: 'etag',
  maxAgeSeconds: 5,
  shared: 'alike',
})

export const listAllItems = endpoint({
  method: 'GET',
  path: '/items/admin/items',
  access: 'admin',
  summary:
    'List items of all sellers, approved or not. `approved=false` selects unapproved ones, oldest first',
  query: ItemsQuery.extend({
    approved: Switch.optional(),
    disapproved: Switch.optional().meta({
      description: 'Among unapproved items, `true` selects disapproved ones and `false` undecided ones.',
    }),
  }),
  reply: paged(Item),
})

export const getItem = endpoint({
  ...getByMember,
  path: '/items/:id',
  summary:
    'Get an item. Unapproved: only its seller and admins. Buyers also get a removed one as they ordered it',
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
  images: mayBeAbsent(Images),
  delivery: mayBeAbsent(NewDelivery).meta({
    description: 'If absent, the item is delivered without a fee.',
  }),
})
export type NewItem = z.output<typeof NewItem>

export const ItemChange = z.object({
  name: nameText(itemNameLength).optional(),
  description: text(itemDescriptionLength).optional(),
  price: Naira.optional(),
  stock: Stock.optional(),
  expectedStock: mayBeAbsent(Stock).meta({
    description: 'The stock when the form was opened. 409 if it has changed since.',
  }),
  imageUrl: Picture.optional(),
  images: Images.nullish().meta({ description: 'Null removes all but `imageUrl`.' }),
  delivery: NewDelivery.nullish().meta({
    description: 'Replaces all delivery settings. Null: the item is delivered without a fee.',
  }),
})
export type ItemChange = z.output<typeof ItemChange>

export const createItem = endpoint({
  ...postByMember,
  path: '/items/create',
  summary: 'Create an item. It becomes visible once an admin has approved it',
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
    'Update one’s own item. New texts, pictures or much higher fees, or any change after disapproval, need approval',
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
  summary: 'Delete an item. Only its seller and admins. Existing orders are not changed',
  params: ById,
  query: RemovalQuery,
  reply: Nothing,
  message: 'The item has been deleted.',
})

/** The body is multipart with a `file`, or JSON with the URL of an earlier upload. */
export const changeItemImage = endpoint({
  ...postByMember,
  path: '/items/:id/image',
  summary: 'Replace the picture of one’s own item (multipart `file` or JSON). It then needs approval again',
  params: ById,
  body: z.object({ imageUrl: Picture }),
  form: z.object({
    file: z.file().meta({ description: 'A picture, with the same rules as for an upload.' }),
  }),
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
  summary: 'Approve or disapprove an item and notify its seller. 403 for one’s own item',
  body: z.object({
    itemId: Id,
    state: z.boolean('Must be true or false.'),
    reason: mayBeAbsent(text(disapprovalReasonLength, 0)),
  }),
  reply: Item,
  message: (item) =>
    'isApproved' in item && item.isApproved
      ? 'The item is approved. Its seller has been told.'
      : 'The item is disapproved. Its seller has been told.',
})

export const favorItem = endpoint({
  ...postByMember,
  path: '/items/favorite/:id',
  summary:
    'Add an item to the caller’s favourites, or remove it. Sets it to `favorite` from the body, or toggles it without',
  params: ById,
  body: z.object({ favorite: mayBeAbsent(z.boolean()) }).nullish(),
  reply: z.object({ favorite: z.boolean() }),
  limits: ['like'],
})
