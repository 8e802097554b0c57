import { z } from 'zod'
import { endpoint } from './lib/endpoint.ts'
import { ById, Id } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'

export const NamedGroup = z
  .object({
    id: Id.meta({ description: 'Of the name. Different spellings by case and accents are one name.' }),
    name: z.string(),
    members: z.int().meta({ description: 'The number of members who named it.' }),
  })
  .meta({ id: 'NamedGroup' })
export type NamedGroup = z.output<typeof NamedGroup>

export const listNamedGroups = endpoint({
  method: 'GET',
  path: '/groups/named',
  access: 'admin',
  summary: 'List the peoples that members named at sign-up because they are not listed, most members first',
  query: PageQuery,
  reply: paged(NamedGroup),
})

export const moveNamedGroup = endpoint({
  method: 'POST',
  path: '/groups/named/:id',
  access: 'admin',
  summary: 'Move the members who named a people from `Another people` to a group, and tell them',
  params: ById,
  body: z.object({ groupId: Id }),
  reply: z.object({ moved: z.int().meta({ description: 'The number of members who were moved.' }) }),
  message: 'The members have been moved.',
})
