import { z } from 'zod'
import { endpoint, Nothing } from './lib/endpoint.ts'
import { ById, Id, IdInPath, Mentions, text, Time } from './lib/fields.ts'
import { LinkCard } from './lib/link-cards.ts'
import { paged, PageQuery } from './lib/paged.ts'
import { RemovalQuery } from './removals.ts'

export const captionLength = 5000
export const placeLength = 120
export const altLength = 300
export const maxMedia = 10
/** The page size of the home feed and of the posts on a profile. */
export const feedSize = 20
export const profileFeedSize = 10
/** The highest number that `N new posts` shows. */
export const maxNewPosts = 99

export const PostMedium = z
  .object({
    postImage: z.string(),
    thumbnail: z.string().nullable(),
    type: z.enum(['image', 'video']),
    width: z.int().nullable(),
    height: z.int().nullable(),
    alt: z.string().nullable(),
  })
  .meta({ id: 'PostMedium' })
export type PostMedium = z.output<typeof PostMedium>

const Author = z.object({
  userId: Id,
  userName: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  profileImage: z.string().nullable(),
})

/** What all readers of a comment see alike. It is here because a post contains its first comment. */
export const CommentContent = z.object({
  id: Id,
  ...Author.shape,
  comments: z.string(),
  parentId: Id.nullable().meta({ description: 'The top comment that this one replies to.' }),
  createdDate: Time,
  editedDate: Time.nullable(),
})
export type CommentContent = z.output<typeof CommentContent>

export const Comment = CommentContent.extend({
  replyCount: z.int(),
  likes: z.int(),
  isLikedByUser: z.boolean(),
  mentions: Mentions,
  can: z.object({ update: z.boolean(), delete: z.boolean(), report: z.boolean() }),
}).meta({ id: 'Comment' })
export type Comment = z.output<typeof Comment>

/** What all readers of a post see alike. */
export const PostContent = z.object({
  id: Id,
  ...Author.shape,
  caption: z.string(),
  location: z.string().nullable(),
  createdDate: Time,
  editedDate: Time.nullable(),
  postGroupId: Id.nullable(),
  postGroupName: z.string().nullable(),
  postImage: z.string().nullable().meta({ description: 'The first medium.' }),
  postImageDTO: z.array(PostMedium),
  tags: z.array(z.string()).meta({ description: 'Without `#`, in lower case and without tone marks.' }),
  linkCard: LinkCard.nullable().meta({
    description: 'Null until the page was read, and where it has no title.',
  }),
})
export type PostContent = z.output<typeof PostContent>

export const Post = PostContent.extend({
  likes: z.int(),
  isPostLikedByUser: z.boolean(),
  isSavedByUser: z.boolean(),
  mentions: Mentions,
  commentCount: z.int().meta({ description: 'With replies.' }),
  comments: z.array(Comment).meta({ description: 'The first comment, or none.' }),
  can: z.object({
    like: z.boolean(),
    comment: z.boolean(),
    update: z.boolean(),
    delete: z.boolean(),
    report: z.boolean(),
  }),
}).meta({ id: 'Post' })
export type Post = z.output<typeof Post>

/** A position in a feed. Opaque to clients, so that its content may change. */
const Cursor = z
  .string()
  .regex(/^\d{1,16}\.\d{1,16}$/, 'This is not a cursor of this feed.')
  .meta({ description: '`nextCursor` of the page before: new posts never make a page repeat or skip one.' })

export const FeedQuery = PageQuery.extend({ cursor: Cursor.optional() })
export type FeedQuery = z.output<typeof FeedQuery>

export const Feed = paged(Post).extend({
  nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  newestCursor: z.string().meta({ description: 'The top of the feed, for the count of newer posts.' }),
})
export type Feed = z.output<typeof Feed>

const Caption = text(captionLength)
const PostLocation = text(placeLength, 0).nullable()

export const NewMedium = z.object({
  postImage: z.string().max(1000),
  thumbnail: z.string().max(1000).nullable().optional(),
  alt: text(altLength, 0).nullable().optional(),
})
export type NewMedium = z.output<typeof NewMedium>

export const NewPost = z.object({
  caption: Caption,
  location: PostLocation.optional(),
  postImageDTO: z
    .array(NewMedium)
    .max(maxMedia, `At most ${maxMedia} pictures and videos.`)
    .nullish()
    .transform((media) => media ?? []),
})
export type NewPost = z.output<typeof NewPost>

export const PostChange = z.object({ caption: Caption.optional(), location: PostLocation.optional() })
export type PostChange = z.output<typeof PostChange>

export const createPost = endpoint({
  method: 'POST',
  path: '/post/user/create',
  access: 'member',
  summary: 'Write a post',
  limits: ['post'],
  body: NewPost,
  reply: Post,
  isIdempotent: true,
})

export const createGroupPost = endpoint({
  method: 'POST',
  path: '/post/group/:groupId/create',
  access: 'member',
  summary: 'Write a post in a group one has joined',
  limits: ['post'],
  params: z.object({ groupId: IdInPath }),
  body: NewPost,
  reply: Post,
  isIdempotent: true,
})

const memberRead = { method: 'GET', access: 'member' } as const

export const homeFeed = endpoint({
  ...memberRead,
  path: '/post/user/post/feed',
  summary: 'Own posts, posts of followed members and posts in joined groups, newest first',
  query: FeedQuery,
  reply: Feed,
})

export const countNewPosts = endpoint({
  ...memberRead,
  path: '/post/user/post/feed/new',
  shed: 'first',
  summary: 'How many posts have come since the feed was read, at most 99',
  query: z.object({ cursor: Cursor.meta({ description: '`newestCursor` or `nextCursor` of a feed.' }) }),
  reply: z.object({ count: z.int() }),
})

export const groupFeed = endpoint({
  ...memberRead,
  path: '/groups/posts/:id',
  mayLag: true,
  summary: 'The posts of a group, newest first',
  params: ById,
  query: FeedQuery,
  reply: Feed,
})

export const memberPosts = endpoint({
  ...memberRead,
  path: '/user/posts',
  mayLag: 'others',
  summary: 'One’s own posts, or those of the member `userId`, newest first',
  query: FeedQuery.extend({ userId: IdInPath.optional() }),
  reply: Feed,
})

export const getPost = endpoint({
  method: 'GET',
  path: '/post/fetch/:id',
  access: 'public',
  summary: 'One post; without a token nothing is liked and no comment is shown',
  params: ById,
  reply: Post,
  shared: 'visitors',
  mayLag: 'visitors',
})

export const updatePost = endpoint({
  method: 'PUT',
  path: '/post/update/:id',
  access: 'member',
  summary: 'Change the words of one’s own post: an absent field stays, null clears the place',
  params: ById,
  body: PostChange,
  reply: Post,
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/post/delete/:id',
  access: 'member',
  summary: 'Delete a post: its author, a moderator of its group, an admin',
  limits: ['delete'],
  params: ById,
  query: RemovalQuery,
  reply: Nothing,
  message: 'Post deleted',
})

export const likePost = endpoint({
  method: 'POST',
  path: '/post/like/:id',
  access: 'member',
  checksSession: true,
  summary: 'Like a post or take it back; with `liked` in the body it is set to that',
  limits: ['like'],
  params: ById,
  body: z.object({ liked: z.boolean().optional() }).nullish(),
  reply: z.object({ likes: z.int(), isPostLikedByUser: z.boolean() }),
})
