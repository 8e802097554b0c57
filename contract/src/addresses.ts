import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Place = z.object({ name: z.string(), code: z.string() }).meta({ id: 'Place' })
export type Place = z.output<typeof Place>

export const listStates = endpoint({
  method: 'GET',
  path: '/state',
  door: 'member',
  summary: 'The 36 states and the capital territory; codes are ISO 3166-2',
  reply: z.array(Place),
  cache: 'etag',
})

export const listLgas = endpoint({
  method: 'GET',
  path: '/state/lga/:id',
  door: 'member',
  summary: 'The local government areas of a state, by its code',
  params: z.object({ id: z.string().regex(/^[A-Za-z]{2}-[A-Za-z]{2}$/, 'A state’s code, such as NG-LA.') }),
  reply: z.array(Place),
  cache: 'etag',
})
