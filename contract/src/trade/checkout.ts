import { z } from 'zod'
import { NewAddress } from '../addresses.ts'
import { DeliveryChoices } from './cart.ts'
import { endpoint } from '../lib/endpoint.ts'
import { Id, Phone } from '../lib/fields.ts'
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
    useBillingAddressForShipping: z.boolean().default(false),
    billingAddressId: Id.nullish(),
    billingAddress: NewAddress.nullish(),
    shippingAddressId: Id.nullish(),
    shippingAddress: NewAddress.nullish(),
    delivery: DeliveryChoices.optional().meta({
      description: 'A seller left out delivers, or hands over by pick-up if only that is offered.',
    }),
    expectedTotal: Naira.optional().meta({
      description: 'What the buyer was shown; if it differs now: 409.',
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
  method: 'POST',
  path: '/cart/checkout',
  access: 'member',
  checksSession: true,
  shed: 'last',
  summary:
    'Makes the cart an order: takes the stock, fixes names and prices, saves new addresses. All or nothing',
  body: NewOrder,
  reply: z.object({ orderId: Id, transactionRef: z.string(), totalAmount: z.number() }),
  limits: ['checkout'],
  isIdempotent: true,
})
