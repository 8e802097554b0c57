import { z } from 'zod'
import { CursorQuery, cursorList } from './lib/cursor-list.ts'
import { endpoint } from './lib/endpoint.ts'
import { ById } from './lib/fields.ts'
import { maxTagLength } from './lib/mentions.ts'
import { Post } from './posts.ts'

const PostList = cursorList(Post)
export type PostList = z.output<typeof PostList>

export const bookmarkPost = endpoint({
  method: 'POST',
  path: '/post/bookmark/:id',
  access: 'member',
  summary: 'Save a post for oneself, or take it out again; repeating is harmless',
  limits: ['like'],
  params: ById,
  body: z.object({ saved: z.boolean() }),
  reply: z.object({ saved: z.boolean() }),
})

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/post/bookmarks',
  access: 'member',
  summary: 'The posts one has saved, the last saved first',
  query: CursorQuery,
  reply: PostList,
})

export const listTagPosts = endpoint({
  method: 'GET',
  path: '/post/tag/:tag',
  access: 'member',
  mayLag: true,
  summary: 'The posts with a tag, newest first; it may be written with `#`, capitals and tone marks',
  params: z.object({ tag: z.string().trim().min(1).max(maxTagLength) }),
  query: CursorQuery,
  reply: PostList,
})

export const PopularTag = z.object({ tag: z.string(), posts: z.int() }).meta({ id: 'PopularTag' })
export type PopularTag = z.output<typeof PopularTag>

export const listPopularTags = endpoint({
  method: 'GET',
  path: '/tags/popular',
  access: 'member',
  cache: 'etag',
  maxAgeSeconds: 10,
  shared: 'all',
  mayLag: true,
  shed: 'first',
  summary: 'The tags of the last 7 days, those with most posts first, at most 20',
  reply: z.array(PopularTag),
})
