import { z } from 'zod'
import { NewAddress } from '../addresses.ts'
import { DeliveryChoices } from './cart.ts'
import { endpoint, postByMember } from '../lib/endpoint.ts'
import { Id, mayBeAbsent, Phone, withDefault } from '../lib/fields.ts'
import { Naira } from '../lib/money.ts'

const BuyerPhone = z
  .string({ error: ({ input }) => (input == null ? 'Phone Number is required' : undefined) })
  .trim()
  .min(1, 'Phone Number is required')
  .pipe(Phone)

const needed = 'Address is required'

export const NewOrder = z
  .object({
    phoneNumber: BuyerPhone,
    useBillingAddressForShipping: withDefault(z.boolean(), false),
    billingAddressId: Id.nullish(),
    billingAddress: NewAddress.nullish(),
    shippingAddressId: Id.nullish(),
    shippingAddress: NewAddress.nullish(),
    delivery: mayBeAbsent(DeliveryChoices).meta({
      description: 'A seller who is not listed delivers, or offers pick-up if that is the only method.',
    }),
    expectedTotal: mayBeAbsent(Naira).meta({
      description: 'The total that the buyer was shown. 409 if it has changed.',
    }),
  })
  .refine((order) => order.billingAddressId != null || order.billingAddress != null, {
    error: needed,
    path: ['billingAddress'],
  })
  .refine(
    (order) =>
      order.useBillingAddressForShipping || order.shippingAddressId != null || order.shippingAddress != null,
    { error: needed, path: ['shippingAddress'] },
  )
export type NewOrder = z.output<typeof NewOrder>

export const checkout = endpoint({
  ...postByMember,
  path: '/cart/checkout',
  summary:
    'Place an order from the cart. Reserves stock, fixes prices and saves new addresses. All or nothing',
  body: NewOrder,
  reply: z.object({ orderId: Id, transactionRef: z.string(), totalAmount: z.number() }),
  limits: ['checkout'],
  isIdempotent: true,
})
