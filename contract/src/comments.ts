import { z } from 'zod'
import { endpoint, Nothing } from './lib/endpoint.ts'
import { ById, Id, IdInPath, text } from './lib/fields.ts'
import { paged, PageQuery } from './lib/paged.ts'
import { Comment } from './posts.ts'
import { RemovalQuery } from './removals.ts'

export const commentLength = 2000

const CommentText = z.object({ comments: text(commentLength) })
export const NewComment = CommentText.extend({
  parentId: Id.nullish().meta({ description: 'The comment that it answers; there is one level of replies.' }),
})
export type NewComment = z.output<typeof NewComment>

export const listComments = endpoint({
  method: 'GET',
  path: '/post/comments/:id',
  access: 'member',
  summary: 'The top comments on a post, or with `parentId` the replies to one of them, oldest first',
  params: ById,
  query: PageQuery.extend({ parentId: IdInPath.optional() }),
  reply: paged(Comment),
})

export const findCommentThread = endpoint({
  method: 'GET',
  path: '/post/comments/:id/thread/:commentId',
  access: 'member',
  summary: 'Which comment on a post a reply is under; null for a top comment',
  params: ById.extend({ commentId: IdInPath }),
  reply: z.object({ parentId: Id.nullable() }),
})

export const addComment = endpoint({
  method: 'POST',
  path: '/post/comments/:id/create',
  access: 'member',
  checksSession: true,
  summary: 'Comment on a post',
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
  summary: 'Change one’s own comment',
  params: z.object({ commentId: IdInPath }),
  body: CommentText,
  reply: Comment,
})

export const likeComment = endpoint({
  method: 'POST',
  path: '/post/comments/like/:commentId',
  access: 'member',
  checksSession: true,
  summary: 'Like a comment, or take the like back',
  limits: ['like'],
  params: z.object({ commentId: IdInPath }),
  body: z.object({ liked: z.boolean() }),
  reply: z.object({ likes: z.int(), isLikedByUser: z.boolean() }),
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/post/comments/delete/:commentId',
  access: 'member',
  summary: 'Delete a comment: its writer, a moderator of the group, an admin',
  limits: ['delete'],
  params: z.object({ commentId: IdInPath }),
  query: RemovalQuery,
  reply: Nothing,
  message: 'Comment deleted',
})
