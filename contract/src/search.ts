import { z } from 'zod'
import { MemberEntry } from './profiles.ts'
import { endpoint, getByMember } from './lib/endpoint.ts'
import { text } from './lib/fields.ts'
import { Group } from './groups.ts'
import { Item } from './trade/market.ts'
import { PageQuery } from './lib/paged.ts'
import { Post } from './posts.ts'

const maxSearchLength = 100
/** The posts of a tag are counted up to this number. */
export const maxCountedPosts = 1000
export const searchTypes = ['people', 'groups', 'posts', 'items', 'tags'] as const
export type SearchType = (typeof searchTypes)[number]

export const TagEntry = z
  .object({
    tag: z.string(),
    posts: z.int().meta({ description: 'The number of posts that the caller may see, at most 1,000.' }),
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
    .meta({ description: 'The `nextCursor` of the previous page of the same search and size.' }),
  size: PageQuery.shape.size,
})
export type SearchQuery = z.output<typeof SearchQuery>

const found = <T extends SearchType, S extends z.ZodType>(type: T, entry: S) =>
  z.object({
    type: z.literal(type),
    content: z.array(entry),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
    isSimilar: z.boolean().meta({
      description:
        'True if nothing matches the words as typed. The results then match similar words, and groups only some of the words.',
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
  ...getByMember,
  path: '/search',
  summary: 'Search people, groups, posts, items or tags, ignoring word order, case and accents',
  limits: ['search'],
  query: SearchQuery,
  reply: Found,
})
