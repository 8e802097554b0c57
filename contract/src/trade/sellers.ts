import { z } from 'zod'
import { endpoint, getByMember } from '../lib/endpoint.ts'
import { ById, Id, Time } from '../lib/fields.ts'
import { Rating } from './ratings.ts'

/** Figures about a seller, shown to a buyer before the purchase. */
export const Seller = z
  .object({
    memberSince: Time,
    finishedSales: z.int(),
    sharedGroups: z.array(z.object({ id: Id, name: z.string() })),
    buyersYouFollow: z
      .int()
      .nullable()
      .meta({ description: 'The number of buyers whom the caller follows. Null if below 3.' }),
    rating: Rating,
  })
  .meta({ id: 'Seller' })
export type Seller = z.output<typeof Seller>

export const getSeller = endpoint({
  ...getByMember,
  path: '/user/:id/seller',
  summary: 'Get the sales and rating of a seller, shared groups, and buyers whom the caller follows',
  params: ById,
  reply: Seller,
})
