import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdInPath, text, Time } from './fields.ts'
import { paged, PageQuery } from './paged.ts'

/** The six sections of a group's page, in the order they are shown. */
export const sectionNames = ['About', 'History', 'Culture', 'Art & Craft', 'Diet', 'Festivals'] as const
export const SectionName = z.enum(sectionNames)

export const Group = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    users: z.int().meta({ description: 'How many members.' }),
    image: z.string().nullable(),
    header: z.string().nullable(),
    stateCodes: z.array(z.string()),
    otherNames: z.array(z.string()),
    greeting: z.string().nullable(),
    createdDate: Time,
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof Group>

export const Section = z
  .object({
    name: SectionName,
    detail: z.string().meta({ description: 'The lead.' }),
    description: z.string().meta({ description: 'The text.' }),
  })
  .meta({ id: 'Section' })
export type Section = z.output<typeof Section>

export const listGroups = endpoint({
  method: 'GET',
  path: '/groups',
  door: 'open',
  summary:
    'The groups by name; `name` finds them without regard to case or accents, and by their other names',
  query: PageQuery.extend({ name: text(100, 0).optional() }),
  reply: paged(Group),
  cache: 'etag',
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/groups/:id',
  door: 'open',
  summary: 'One group',
  params: ById,
  reply: Group,
  cache: 'etag',
})

export const getGroupPage = endpoint({
  method: 'GET',
  path: '/groups/page/:id',
  door: 'open',
  summary: 'The six sections of a group’s page; empty texts where nothing is written yet',
  params: ById,
  reply: z.array(Section),
  cache: 'etag',
})

export const listMemberGroups = endpoint({
  method: 'GET',
  path: '/user/group-list',
  door: 'member',
  summary: 'The groups that the caller, or the member `userId`, has joined, by name',
  query: PageQuery.extend({ userId: IdInPath.optional() }),
  reply: paged(Group),
})
