import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, text, Time } from './fields.ts'
import { paged, PageQuery } from './paged.ts'

/** What the home page asks for, and how many of them it shows. */
export const teaserSize = 20
export const teaserShown = 5

export const Genre = z.object({ id: Id, name: z.string() }).meta({ id: 'Genre' })
export type Genre = z.output<typeof Genre>

export const Item = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    price: z.number().meta({ description: 'In Naira, with at most 2 decimals.' }),
    stock: z.int(),
    imageUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    isApproved: z.boolean(),
    userId: Id,
    sellerUsername: z.string(),
    sellerProfileImage: z.string().nullable(),
    categories: z.array(Id),
    createdDate: Time,
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'Item' })
export type Item = z.output<typeof Item>

export const listGenres = endpoint({
  method: 'GET',
  path: '/genre',
  door: 'member',
  summary: 'The categories of the marketplace, by name',
  reply: z.array(Genre),
})

export const listItems = endpoint({
  method: 'GET',
  path: '/items',
  door: 'member',
  summary:
    'Approved items of members in good standing, newest first; with one’s own `userId` the unapproved ones too',
  query: PageQuery.extend({ userId: IdInPath.optional(), name: text(100, 0).optional() }),
  reply: paged(Item),
})
