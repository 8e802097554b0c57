import type { LinkCard } from '@rootsquare/contract/lib/link-cards'
import type { Comment, CommentContent, Post, PostContent, PostMedium } from '@rootsquare/contract/posts'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Viewer } from '#api/http/auth/viewer.ts'

export type Reader = Viewer | null

type AuthorColumns = { author_id: number; username: string; firstname: string; lastname: string }
type WrittenText = {
  created_at: Date
  edited_at: Date | null
  profile_image: string | null
  is_moderated: boolean
}
/** Null if nobody is mentioned. */
type Mentions = Comment['mentions'] | null
/** Values of a comment that depend on the reader or change often. */
type CommentFigures = {
  reply_count: number
  likes_count: number
  is_liked: boolean
  mentions: Mentions
}
export type CommentRow = AuthorColumns &
  WrittenText &
  CommentFigures & { id: number; parent_id: number | null; body: string }
/** Values of a post that depend on the reader or change often. `version` increases whenever the content changes. */
export type PostFigures = {
  floor_id: number | null
  id: number
  version: number
  likes_count: number
  comments_count: number
  is_liked: boolean
  is_saved: boolean
  mentions: Mentions
  is_moderated: boolean
  first_comment_id: number | null
  first_comment_version: number | null
  first_reply_count: number | null
  first_likes_count: number | null
  first_is_liked: boolean | null
  first_mentions: Mentions
}
export type PostRow = AuthorColumns &
  WrittenText &
  PostFigures & {
    caption: string
    location: string | null
    group_id: number | null
    group_name: string | null
    media: PostMedium[] | null
    tags: string[]
    link_card: LinkCard | null
    first_comment: (Omit<CommentRow, 'created_at' | 'edited_at'> & JsonTimes) | null
  }
/** PostgreSQL returns times inside JSON as text. */
type JsonTimes = { created_at: string; edited_at: string | null }

export function shapePost(row: PostRow, reader: Reader): Post {
  const comment = firstCommentOf(row)
  return {
    ...contentOf(row),
    likes: row.likes_count,
    isPostLikedByUser: row.is_liked,
    isSavedByUser: row.is_saved,
    mentions: row.mentions ?? [],
    commentCount: row.comments_count,
    comments: comment ? [shapeComment(comment, reader)] : [],
    can: actionsOnPost(row, reader),
  }
}

export function contentOf(row: PostRow): PostContent {
  const media = row.media ?? []
  return {
    id: row.id,
    ...authorOf(row),
    caption: row.caption,
    location: row.location,
    ...timesOf(row),
    postGroupId: row.group_id,
    postGroupName: row.group_name,
    postImage: media[0]?.postImage ?? null,
    postImageDTO: media,
    tags: row.tags,
    linkCard: row.link_card,
  }
}

export function shapeComment(row: CommentRow, reader: Reader): Comment {
  return {
    ...commentContentOf(row),
    replyCount: row.reply_count,
    likes: row.likes_count,
    isLikedByUser: row.is_liked,
    mentions: row.mentions ?? [],
    can: actionsOnComment(row, reader),
  }
}

export function commentContentOf(row: CommentRow): CommentContent {
  return { id: row.id, ...authorOf(row), comments: row.body, parentId: row.parent_id, ...timesOf(row) }
}

type Written = { author_id: number; is_moderated: boolean }

export function actionsOnPost(post: Written, reader: Reader): Post['can'] {
  const isOwn = post.author_id === reader?.id
  const isMember = reader !== null
  return {
    like: isMember,
    comment: isMember,
    update: isOwn,
    delete: isOwn || mayModerate(post, reader),
    report: isMember && !isOwn,
  }
}

export function actionsOnComment(comment: Written, reader: Reader): Comment['can'] {
  const isOwn = comment.author_id === reader?.id
  return {
    update: isOwn,
    delete: isOwn || mayModerate(comment, reader),
    report: reader !== null && !isOwn,
  }
}

function authorOf(row: AuthorColumns & WrittenText) {
  return {
    userId: row.author_id,
    userName: row.username,
    firstname: row.firstname,
    lastname: row.lastname,
    profileImage: row.profile_image,
  }
}

function timesOf({ created_at, edited_at }: WrittenText) {
  return { createdDate: created_at.toISOString(), editedDate: edited_at?.toISOString() ?? null }
}

export function firstCommentOf({ first_comment: first, is_moderated }: PostRow): CommentRow | null {
  if (first === null) return null
  const { created_at, edited_at } = first
  return {
    ...first,
    created_at: new Date(created_at),
    edited_at: edited_at === null ? null : new Date(edited_at),
    is_moderated,
  }
}

const mayModerate = ({ is_moderated }: Written, reader: Reader) =>
  reader !== null && (is_moderated || isStaff(reader.role))
