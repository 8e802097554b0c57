import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint } from './lib/endpoint.ts'
import { text } from './lib/fields.ts'
import { Group } from './groups.ts'
import { Item } from './trade/market.ts'
import { PageQuery } from './lib/paged.ts'
import { Post } from './posts.ts'

const maxSearchLength = 100
/** So many posts of a tag are counted. */
export const maxCountedPosts = 1000
export const searchTypes = ['people', 'groups', 'posts', 'items', 'tags'] as const
export type SearchType = (typeof searchTypes)[number]

export const TagEntry = z
  .object({
    tag: z.string(),
    posts: z.int().meta({ description: 'How many posts the caller may see, at most 1,000.' }),
  })
  .meta({ id: 'TagEntry' })
export type TagEntry = z.output<typeof TagEntry>

export const SearchQuery = z.object({
  q: text(maxSearchLength),
  type: z.enum(searchTypes, 'Must be people, groups, posts, items or tags.'),
  cursor: z
    .string()
    .regex(/^n?\d{1,15}$/, 'This is not a cursor of this search.')
    .optional()
    .meta({ description: '`nextCursor` of the page before, of the same search and size.' }),
  size: PageQuery.shape.size,
})
export type SearchQuery = z.output<typeof SearchQuery>

const found = <T extends SearchType, S extends z.ZodType>(type: T, entry: S) =>
  z.object({
    type: z.literal(type),
    content: z.array(entry),
    nextCursor: z.string().nullable().meta({ description: 'Null at the end.' }),
    isSimilar: z.boolean().meta({
      description: 'Nothing has the words as typed: these have similar ones, and groups some of them.',
    }),
  })

export const Found = z.discriminatedUnion('type', [
  found('people', MemberEntry),
  found('groups', Group),
  found('posts', Post),
  found('items', Item),
  found('tags', TagEntry),
])
export type Found = z.output<typeof Found>

export const search = endpoint({
  method: 'GET',
  path: '/search',
  access: 'member',
  mayLag: true,
  summary:
    'People, groups, posts, items or tags by words in any order, without regard to case or accents, and similar ones where none are found',
  limits: ['search'],
  query: SearchQuery,
  reply: Found,
})
