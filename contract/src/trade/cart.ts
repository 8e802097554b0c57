import { z } from 'zod'
import { endpoint, getByMember, Nothing, postByMember } from '../lib/endpoint.ts'
import { ById, Id, text } from '../lib/fields.ts'
import { deliveryMethods, maxStock } from './market.ts'

/** How many different items a cart may contain. The count of each is limited by its stock. */
export const maxCartLines = 100

export const CartLine = z
  .object({
    id: Id,
    itemId: Id,
    name: z.string(),
    imageUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    price: z.number().meta({
      description: 'The current price in Naira, or the price when it was added if it is no longer on sale.',
    }),
    listPrice: z
      .number()
      .meta({ description: 'The regular price. `price` is lower if the seller has accepted an offer.' }),
    count: z.int(),
    stock: z
      .int()
      .meta({ description: 'The current stock, which may be below `count`. 0 if it is not on sale.' }),
    priceWhenAdded: z.number(),
    isOnSale: z
      .boolean()
      .meta({ description: 'False while it waits for approval, or its seller is suspended or banned.' }),
    available: z
      .boolean()
      .meta({ description: 'False if it can no longer be bought, or not in this quantity.' }),
    sellerId: Id,
    sellerUsername: z.string(),
  })
  .meta({ id: 'CartLine' })
export type CartLine = z.output<typeof CartLine>

export const getCart = endpoint({
  ...getByMember,
  path: '/cart',
  summary: 'List the items in the caller’s cart, in the order they were added',
  reply: z.array(CartLine),
})

/** The lines of one seller in a cart, and their cost. Lines that are not available are not counted. */
export const SellerQuote = z
  .object({
    sellerId: Id,
    sellerUsername: z.string(),
    lines: z.array(CartLine),
    methods: z
      .array(z.enum(deliveryMethods))
      .meta({ description: 'The methods that are possible for all lines.' }),
    method: z.enum(deliveryMethods),
    fee: z.number(),
    leastFee: z.number().meta({ description: 'The lowest fee of `method` among all states.' }),
    subtotal: z.number().meta({ description: 'The price of the goods, without the fee.' }),
    stateCode: z.string().nullable().meta({
      description: 'The state that the goods are in. Null if it is unknown or differs between lines.',
    }),
    pickupOnly: z
      .array(z.string())
      .meta({ description: 'The names of items that must be picked up while others are delivered.' }),
  })
  .meta({ id: 'SellerQuote' })
export type SellerQuote = z.output<typeof SellerQuote>

const MethodChoice = z.object({ sellerId: Id, method: z.enum(deliveryMethods, 'No such method.') })

/** The buyer's choice for each seller between delivery and pick-up. */
export const DeliveryChoices = z
  .array(MethodChoice)
  .max(maxCartLines)
  .refine(
    (choices) => new Set(choices.map(({ sellerId }) => sellerId)).size === choices.length,
    'Name each seller once.',
  )
export type DeliveryChoices = z.output<typeof DeliveryChoices>

/** An example is `12:PICKUP,13:DELIVERY`. */
const ChoicesInQuery = z
  .string()
  .transform((value) => value.split(',').filter(Boolean).map(choiceIn))
  .pipe(DeliveryChoices)
  .meta({ type: 'string', description: 'One `sellerId:METHOD`, or several separated by commas.' })

function choiceIn(value: string) {
  const [sellerId = '', method, ...rest] = value.split(':').map((part) => part.trim())
  return { sellerId: /^\d{1,15}$/.test(sellerId) && rest.length === 0 ? Number(sellerId) : null, method }
}

export const quoteCart = endpoint({
  ...getByMember,
  path: '/cart/quote',
  summary: 'Get the cost of the cart by seller, with delivery to `stateCode` or, if absent, to another state',
  query: z.object({
    stateCode: text(10).toUpperCase().optional(),
    methods: ChoicesInQuery.optional(),
  }),
  reply: z.object({ sellers: z.array(SellerQuote), total: z.number() }),
})

export const addToCart = endpoint({
  ...postByMember,
  path: '/cart/add',
  summary: 'Set the quantity of an item in the cart. 409 if there is not enough stock. Safe to repeat',
  body: z.object({
    itemId: Id,
    count: z
      .int('Must be a whole number.')
      .min(1, 'Must be 1 or more.')
      .max(maxStock, `Must be at most ${maxStock}.`),
  }),
  reply: CartLine,
  message: 'Cart updated successfully',
})

export const removeFromCart = endpoint({
  method: 'DELETE',
  path: '/cart/remove/:id',
  access: 'member',
  summary: 'Remove an item from the cart. `id` is the id of the cart line',
  params: ById,
  reply: Nothing,
  message: 'Item deleted successfully',
})
