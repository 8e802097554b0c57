import { z } from 'zod'
import { endpoint, getByMember, Nothing, postByMember } from '../lib/endpoint.ts'
import { ById, Id, mayBeAbsent, text, Time } from '../lib/fields.ts'
import { deliveryMethods } from './market.ts'
import { NairaBound } from '../lib/money.ts'

export const maxSavedSearches = 20

/** The filters have the same names as in `GET /items`. */
export const NewSavedSearch = z
  .object({
    name: mayBeAbsent(text(100).refine((name) => /[\p{L}\p{N}]/u.test(name), 'Write a word to look for.')),
    genreId: mayBeAbsent(Id),
    minPrice: mayBeAbsent(NairaBound),
    maxPrice: mayBeAbsent(NairaBound),
    state: mayBeAbsent(text(10).toUpperCase()),
    inStock: mayBeAbsent(z.boolean('Must be true or false.')),
    method: mayBeAbsent(z.enum(deliveryMethods)),
  })
  .refine(({ inStock, ...filters }) => inStock || Object.values(filters).some((one) => one !== undefined), {
    error: 'Choose at least one filter.',
    path: ['name'],
  })
  .refine(({ minPrice = 0, maxPrice = Infinity }) => minPrice <= maxPrice, {
    error: 'The lowest price is above the highest.',
    path: ['minPrice'],
  })
export type NewSavedSearch = z.output<typeof NewSavedSearch>

export const SavedSearch = z
  .object({
    id: Id,
    name: z.string().nullable(),
    genreId: Id.nullable(),
    minPrice: z.number().nullable(),
    maxPrice: z.number().nullable(),
    state: z.string().nullable(),
    inStock: z.boolean(),
    method: z.enum(deliveryMethods).nullable(),
    createdDate: Time,
  })
  .meta({ id: 'SavedSearch' })
export type SavedSearch = z.output<typeof SavedSearch>

export const listSavedSearches = endpoint({
  ...getByMember,
  path: '/items/searches',
  summary: `List the caller’s saved searches, newest first, at most ${maxSavedSearches}`,
  reply: z.array(SavedSearch),
})

export const saveSearch = endpoint({
  ...postByMember,
  path: '/items/searches',
  summary: 'Save a search and get notifications of new items that match. Safe to repeat',
  body: NewSavedSearch,
  reply: SavedSearch,
  message: 'Search saved. We will notify you when something new matches.',
})

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/items/searches/:id',
  access: 'member',
  summary: 'Delete a saved search. Its notifications stop',
  params: ById,
  reply: Nothing,
  message: 'The saved search has been removed.',
})
