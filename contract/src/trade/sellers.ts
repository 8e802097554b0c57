import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Id, Time } from '../lib/fields.ts'
import { Rating } from './ratings.ts'

/** Figures about a seller, shown to a buyer before the purchase. */
export const Seller = z
  .object({
    memberSince: Time,
    finishedSales: z.int(),
    sharedGroups: z.array(z.object({ id: Id, name: z.string() })),
    buyersYouFollow: z.int().nullable().meta({ description: 'A count, null below 3.' }),
    rating: Rating,
  })
  .meta({ id: 'Seller' })
export type Seller = z.output<typeof Seller>

export const getSeller = endpoint({
  method: 'GET',
  path: '/user/:id/seller',
  access: 'member',
  mayLag: true,
  summary: 'What speaks for a seller',
  params: ById,
  reply: Seller,
})
