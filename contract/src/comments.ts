import { z } from 'zod'
import { endpoint, getByMember, Nothing, postByMember } from './lib/endpoint.ts'
import { ById, Id, IdInPath, text } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'
import { Comment } from './posts.ts'
import { RemovalQuery } from './removals.ts'

export const commentLength = 2000

const CommentText = z.object({ comments: text(commentLength) })
export const NewComment = CommentText.extend({
  parentId: Id.nullish().meta({
    description: 'The comment to reply to. There is only one level of replies.',
  }),
})
export type NewComment = z.output<typeof NewComment>

export const listComments = endpoint({
  ...getByMember,
  path: '/post/comments/:id',
  summary: 'List the top-level comments on a post, or with `parentId` the replies to one, oldest first',
  params: ById,
  query: PageQuery.extend({ parentId: IdInPath.optional() }),
  reply: paged(Comment),
})

export const findCommentThread = endpoint({
  ...getByMember,
  path: '/post/comments/:id/thread/:commentId',
  summary: 'Find the top-level comment that a reply belongs to. Null if the comment is not a reply',
  params: ById.extend({ commentId: IdInPath }),
  reply: z.object({ parentId: Id.nullable() }),
})

export const addComment = endpoint({
  ...postByMember,
  path: '/post/comments/:id/create',
  summary: 'Add a comment or a reply to a post',
  limits: ['comment'],
  params: ById,
  body: NewComment,
  reply: Comment,
  isIdempotent: true,
})

export const updateComment = endpoint({
  method: 'PUT',
  path: '/post/comments/update/:commentId',
  access: 'member',
  summary: 'Update one’s own comment',
  params: z.object({ commentId: IdInPath }),
  body: CommentText,
  reply: Comment,
})

export const likeComment = endpoint({
  ...postByMember,
  path: '/post/comments/like/:commentId',
  summary: 'Like or unlike a comment',
  limits: ['like'],
  params: z.object({ commentId: IdInPath }),
  body: z.object({ liked: z.boolean() }),
  reply: z.object({ likes: z.int(), isLikedByUser: z.boolean() }),
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/post/comments/delete/:commentId',
  access: 'member',
  summary: 'Delete a comment. Only its author, moderators of the group and admins',
  limits: ['delete'],
  params: z.object({ commentId: IdInPath }),
  query: RemovalQuery,
  reply: Nothing,
  message: 'Comment deleted',
})
