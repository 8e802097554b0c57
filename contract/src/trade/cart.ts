import { z } from 'zod'
import { endpoint, Nothing } from '../lib/endpoint.ts'
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
    price: z.number().meta({ description: 'In Naira, today; as it was added where it is not on sale.' }),
    listPrice: z
      .number()
      .meta({ description: 'What everybody pays; `price` is less where the seller has accepted an offer.' }),
    count: z.int(),
    stock: z.int().meta({ description: 'Today; may be below `count`. 0 where it is not on sale.' }),
    priceWhenAdded: z.number(),
    isOnSale: z
      .boolean()
      .meta({ description: 'False while it waits for approval, or its seller is locked out.' }),
    available: z.boolean().meta({ description: 'False where it cannot be bought any more, or not so many.' }),
    sellerId: Id,
    sellerUsername: z.string(),
  })
  .meta({ id: 'CartLine' })
export type CartLine = z.output<typeof CartLine>

export const getCart = endpoint({
  method: 'GET',
  path: '/cart',
  access: 'member',
  summary: 'One’s own cart, in the order it was filled',
  reply: z.array(CartLine),
})

/** What one seller of a cart sends, and what that costs. Lines that are not available do not count. */
export const SellerQuote = z
  .object({
    sellerId: Id,
    sellerUsername: z.string(),
    lines: z.array(CartLine),
    methods: z.array(z.enum(deliveryMethods)).meta({ description: 'What may be chosen for all its lines.' }),
    method: z.enum(deliveryMethods),
    fee: z.number(),
    leastFee: z.number().meta({ description: 'The fee for the state to which `method` costs least.' }),
    subtotal: z.number().meta({ description: 'Of the goods, without the fee.' }),
    stateCode: z
      .string()
      .nullable()
      .meta({ description: 'Where the goods are; null where that is unknown or differs.' }),
    pickupOnly: z
      .array(z.string())
      .meta({ description: 'Names of items that the seller does not send, beside others that come.' }),
  })
  .meta({ id: 'SellerQuote' })
export type SellerQuote = z.output<typeof SellerQuote>

const MethodChoice = z.object({ sellerId: Id, method: z.enum(deliveryMethods, 'No such method.') })

/** How the goods of each seller are handed over. */
export const DeliveryChoices = z
  .array(MethodChoice)
  .max(maxCartLines)
  .refine(
    (choices) => new Set(choices.map(({ sellerId }) => sellerId)).size === choices.length,
    'Name each seller once.',
  )
export type DeliveryChoices = z.output<typeof DeliveryChoices>

/** Such as `12:PICKUP,13:DELIVERY`. */
const ChoicesInQuery = z
  .string()
  .transform((value) => value.split(',').filter(Boolean).map(choiceIn))
  .pipe(DeliveryChoices)
  .meta({ type: 'string', description: '`sellerId:METHOD`, several with commas between.' })

function choiceIn(value: string) {
  const [sellerId = '', method, ...rest] = value.split(':').map((part) => part.trim())
  return { sellerId: /^\d{1,15}$/.test(sellerId) && rest.length === 0 ? Number(sellerId) : null, method }
}

export const quoteCart = endpoint({
  method: 'GET',
  path: '/cart/quote',
  access: 'member',
  shed: 'last',
  summary: 'What the cart costs with delivery to a state, by seller; without `stateCode` to another state',
  query: z.object({
    stateCode: text(10).toUpperCase().optional(),
    methods: ChoicesInQuery.optional(),
  }),
  reply: z.object({ sellers: z.array(SellerQuote), total: z.number() }),
})

export const addToCart = endpoint({
  method: 'POST',
  path: '/cart/add',
  access: 'member',
  checksSession: true,
  summary: '`count` is the new whole quantity, so that repeating is harmless. More than there is: 409',
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
  summary: 'Take a line out; `id` is the line’s',
  params: ById,
  reply: Nothing,
  message: 'Item deleted successfully',
})
