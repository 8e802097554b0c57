import { z } from 'zod'
import { endpoint, Nothing } from './endpoint.ts'
import { ById, Id } from './fields.ts'
import { mostStock } from './market.ts'

/** How many different items a cart may contain. The count of each is limited by its stock. */
export const mostCartLines = 100

export const CartLine = z
  .object({
    id: Id,
    itemId: Id,
    name: z.string(),
    imageUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    price: z.number().meta({ description: 'In Naira, today; as it was added where it is not on sale.' }),
    count: z.int(),
    stock: z.int().meta({ description: 'Today; may be below `count`. 0 where it is not on sale.' }),
    priceWhenAdded: z.number(),
    isOnSale: z
      .boolean()
      .meta({ description: 'False while it waits for approval, or its seller is locked out.' }),
    available: z.boolean().meta({ description: 'False where it cannot be bought any more, or not so many.' }),
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
      .max(mostStock, `Must be at most ${mostStock}.`),
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
