import { z } from 'zod'
import { CursorQuery, cursorList } from './lib/cursor-list.ts'
import { endpoint, getByMember, postByMember, sharedByAll } from './lib/endpoint.ts'
import { ById } from './lib/fields.ts'
import { maxTagLength } from './lib/mentions.ts'
import { Post } from './posts.ts'

const PostList = cursorList(Post)
export type PostList = z.output<typeof PostList>

export const bookmarkPost = endpoint({
  ...postByMember,
  path: '/post/bookmark/:id',
  summary: 'Save a post to the caller’s bookmarks, or remove it. Safe to repeat',
  limits: ['like'],
  params: ById,
  body: z.object({ saved: z.boolean() }),
  reply: z.object({ saved: z.boolean() }),
})

export const listBookmarks = endpoint({
  ...getByMember,
  path: '/post/bookmarks',
  summary: 'List the posts that the caller has saved, last saved first',
  query: CursorQuery,
  reply: PostList,
})

export const listTagPosts = endpoint({
  ...getByMember,
  path: '/post/tag/:tag',
  summary: 'List the posts with a tag, newest first. The tag may contain `#`, capitals and tone marks',
  params: z.object({ tag: z.string().trim().min(1).max(maxTagLength) }),
  query: CursorQuery,
  reply: PostList,
})

export const PopularTag = z.object({ tag: z.string(), posts: z.int() }).meta({ id: 'PopularTag' })
export type PopularTag = z.output<typeof PopularTag>

export const listPopularTags = endpoint({
  ...getByMember,
  path: '/tags/popular',
  ...sharedByAll,
  maxAgeSeconds: 10,
  summary: 'List the most used tags of the last 7 days, at most 20',
  reply: z.array(PopularTag),
})
