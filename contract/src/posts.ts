import { z } from 'zod'
import { endpoint, getByMember, Nothing, postByMember } from './lib/endpoint.ts'
import { ById, Id, IdInPath, lineText, mayBeAbsent, Mentions, text, Time } from './lib/fields.ts'
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

/** The part of a comment that is the same for every reader. It is here because a post contains its first comment. */
export const CommentContent = z.object({
  id: Id,
  ...Author.shape,
  comments: z.string(),
  parentId: Id.nullable().meta({ description: 'The top-level comment that this one replies to.' }),
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

/** The part of a post that is the same for every reader. */
export const PostContent = z.object({
  id: Id,
  ...Author.shape,
  caption: z.string(),
  location: z.string().nullable(),
  createdDate: Time,
  editedDate: Time.nullable(),
  postGroupId: Id.nullable(),
  postGroupName: z.string().nullable(),
  postImage: z.string().nullable().meta({ description: 'The first picture or video.' }),
  postImageDTO: z.array(PostMedium),
  tags: z.array(z.string()).meta({ description: 'Without `#`, in lower case and without tone marks.' }),
  linkCard: LinkCard.nullable().meta({
    description: 'Null until the page has been read, and if it has no title.',
  }),
})
export type PostContent = z.output<typeof PostContent>

export const Post = PostContent.extend({
  likes: z.int(),
  isPostLikedByUser: z.boolean(),
  isSavedByUser: z.boolean(),
  mentions: Mentions,
  commentCount: z.int().meta({ description: 'Includes replies.' }),
  comments: z.array(Comment).meta({ description: 'The first comment. Empty if there is none.' }),
  can: z.object({
    like: z.boolean(),
    comment: z.boolean(),
    update: z.boolean(),
    delete: z.boolean(),
    report: z.boolean(),
  }),
}).meta({ id: 'Post' })
export type Post = z.output<typeof Post>

/** A position in a feed. It is opaque to clients, so that its content may change. */
const Cursor = z
  .string()
  .regex(/^\d{1,16}\.\d{1,16}$/, 'This is not a cursor of this feed.')
  .meta({
    description: 'The `nextCursor` of the previous page. New posts never make a page repeat or skip one.',
  })

export const FeedQuery = PageQuery.extend({ cursor: Cursor.optional() })
export type FeedQuery = z.output<typeof FeedQuery>

export const Feed = paged(Post).extend({
  nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  newestCursor: z.string().meta({ description: 'The position of the newest post, for counting newer ones.' }),
})
export type Feed = z.output<typeof Feed>

const Caption = text(captionLength)
const PostLocation = lineText(placeLength, 0).nullable()

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
  ...postByMember,
  path: '/post/user/create',
  summary: 'Create a post',
  limits: ['post'],
  body: NewPost,
  reply: Post,
  isIdempotent: true,
})

export const createGroupPost = endpoint({
  ...postByMember,
  path: '/post/group/:groupId/create',
  summary: 'Create a post in a group. Only members of the group',
  limits: ['post'],
  params: z.object({ groupId: IdInPath }),
  body: NewPost,
  reply: Post,
  isIdempotent: true,
})

export const homeFeed = endpoint({
  ...getByMember,
  path: '/post/user/post/feed',
  summary: 'List one’s own posts, posts of followed members and posts in joined groups, newest first',
  query: FeedQuery,
  reply: Feed,
})

export const countNewPosts = endpoint({
  ...getByMember,
  path: '/post/user/post/feed/new',
  summary: 'Count the posts added since the feed was read, up to 99',
  query: z.object({ cursor: Cursor.meta({ description: '`newestCursor` or `nextCursor` of a feed.' }) }),
  reply: z.object({ count: z.int() }),
})

export const groupFeed = endpoint({
  ...getByMember,
  path: '/groups/posts/:id',
  summary: 'List the posts of a group, newest first',
  params: ById,
  query: FeedQuery,
  reply: Feed,
})

export const memberPosts = endpoint({
  ...getByMember,
  path: '/user/posts',
  summary: 'List the posts of the caller, or of the member `userId`, newest first',
  query: FeedQuery.extend({ userId: IdInPath.optional() }),
  reply: Feed,
})

export const getPost = endpoint({
  method: 'GET',
  path: '/post/fetch/:id',
  access: 'public',
  summary: 'Get a post. Without a token it has no comments, and `isPostLikedByUser` is false',
  params: ById,
  reply: Post,
  shared: 'visitors',
})

export const updatePost = endpoint({
  method: 'PUT',
  path: '/post/update/:id',
  access: 'member',
  summary: 'Update the text of one’s own post. An absent field stays unchanged, null clears the location',
  params: ById,
  body: PostChange,
  reply: Post,
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/post/delete/:id',
  access: 'member',
  summary: 'Delete a post. Only its author, moderators of its group and admins',
  limits: ['delete'],
  params: ById,
  query: RemovalQuery,
  reply: Nothing,
  message: 'Post deleted',
})

export const likePost = endpoint({
  ...postByMember,
  path: '/post/like/:id',
  summary: 'Like or unlike a post. Sets the like to `liked` from the body, or toggles it without',
  limits: ['like'],
  params: ById,
  body: z.object({ liked: mayBeAbsent(z.boolean()) }).nullish(),
  reply: z.object({ likes: z.int(), isPostLikedByUser: z.boolean() }),
})
