import { z } from 'zod'
import { endpoint, getByMember, sharedByAll } from '../lib/endpoint.ts'
import { Id, nameText } from '../lib/fields.ts'

export const categoryNameLength = 60

export const Genre = z.object({ id: Id, name: z.string() }).meta({ id: 'Genre' })
export type Genre = z.output<typeof Genre>

export const listGenres = endpoint({
  ...getByMember,
  path: '/genre',
  summary: 'List the categories of the marketplace, sorted by name',
  reply: z.array(Genre),
  ...sharedByAll,
  maxAgeSeconds: 10,
})

export const createGenre = endpoint({
  method: 'POST',
  path: '/genre/create',
  access: 'admin',
  summary: 'Add a category. 409 if the name exists, ignoring case',
  body: z.object({ name: nameText(categoryNameLength) }),
  reply: Genre,
  message: 'The category has been added.',
})
