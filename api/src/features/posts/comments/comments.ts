import { sql } from 'kysely'
import { pageOf, type PageQuery } from '@rootsquare/contract/lib/paged'
import type { NewComment } from '@rootsquare/contract/comments'
import type { Comment } from '@rootsquare/contract/posts'
import type { RemovalQuery } from '@rootsquare/contract/removals'
import { afterCommit, afterWrite, transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { clipText } from '#api/domain/clip-text.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { announceMentions, mentionedIn, mentionsOfNew } from '#api/domain/mentions.ts'
import { recordRemoval } from '#api/domain/record-removal.ts'
import { writeAs } from '#api/domain/write-as.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockPost, withLockedPost } from '#api/features/posts/lock-post.ts'
import {
  commentsWithPostAndAuthor,
  isModeratedBy,
  isVisibleComment,
  isVisiblePost,
  noSuchComment,
  noSuchPost,
  requireComment,
  requireCommentOn,
  requireVisiblePost,
  selectComments,
} from '#api/features/posts/post-rows.ts'
import { shapeComment, type CommentRow } from '#api/features/posts/post-shapes.ts'

type CommentsQuery = PageQuery & { parentId?: number | undefined }

export async function listComments(
  db: Db,
  viewer: Viewer,
  postId: number,
  { parentId, ...query }: CommentsQuery,
) {
  const ofThread = parentId === undefined ? sql`is null` : sql`= ${parentId}`
  const comments = selectComments(
    viewer,
    sql`comments.post_id = ${postId} and comments.parent_id ${ofThread}`,
  )
  const counted = await sql<{ total: number }>`
    select (select count(*) from (${comments}) seen) as total from posts where ${isVisiblePost(viewer, postId)}`.execute(
    db,
  )
  const post = counted.rows[0]
  if (!post) throw noSuchPost()
  if (parentId !== undefined) await requireCommentOn(db, viewer, postId, parentId)
  const { rows } = await sql<CommentRow>`
    ${comments} order by comments.id limit ${query.size} offset ${query.page * query.size}`.execute(db)
  return pageOf(
    rows.map((row) => shapeComment(row, viewer)),
    post.total,
    query,
  )
}

/** Finds the thread of a comment, so that a link to the comment opens the right thread. */
export async function findCommentThread(db: Db, viewer: Viewer, postId: number, commentId: number) {
  const { parent_id: parentId } = await requireCommentOn(db, viewer, postId, commentId)
  return { parentId }
}

export async function addComment(deps: Deps, viewer: Viewer, postId: number, body: NewComment) {
  const { db } = deps
  const comment = await writeAs(
    deps,
    viewer,
    (by) => insertComment(deps, by, postId, body),
    async (by) => {
      await requireVisiblePost(db, by, postId)
      if (body.parentId != null) await requireCommentOn(db, by, postId, body.parentId)
    },
  )
  const change = { kind: 'comment', postId, commentId: comment.id, isDeleted: false } as const
  afterWrite(db, () => deps.bus.postChanged(change))
  return comment
}

async function insertComment(
  { db, clock, bus }: Deps,
  viewer: Viewer,
  postId: number,
  { comments: body, parentId }: NewComment,
): Promise<Comment | undefined> {
  const now = clock.now()
  const answered = parentId == null ? sql`select null::bigint as id` : lockedParent(viewer, parentId)
  // The trigger comments_prepared replaces the answered comment by its top comment.
  const { rows } = await sql<CommentRow & Woken>`
    ${withLockedPost(viewer, postId, now)}, answered as (${answered}), comment as (
      insert into comments (post_id, parent_id, author_id, body, mentioned_ids, created_at)
        select post.id, answered.id, ${viewer.id}, ${body}, ${mentionedIn(viewer, body)}, ${now} from post, answered
        returning id, parent_id, author_id, body, mentioned_ids, created_at, edited_at, reply_count, likes_count, ${wokenIds}
    )
    select comment.id, woken_ids, parent_id, author_id, body, comment.created_at, edited_at, reply_count, likes_count,
      false as is_liked, ${mentionsOfNew(viewer, body, sql.ref('comment.mentioned_ids'))} as mentions,
      username, firstname, lastname, profile_image, ${isModeratedBy(viewer, sql.ref('post.group_id'))} as is_moderated
    from comment, post, members where members.id = author_id`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const comment = shapeComment(row, viewer)
  afterWrite(db, () => bus.notificationsChanged([...row.woken_ids, ...comment.mentions.map(({ id }) => id)]))
  return comment
}

/** Selects and locks the comment on the post that is answered. It follows `withLockedPost`. */
const lockedParent = (viewer: Viewer, id: number) => sql`
  select comments.id from post, ${commentsWithPostAndAuthor}
  where comments.id = ${id} and comments.post_id = post.id and ${isVisibleComment(viewer)}
  for no key update of comments`

type Woken = { woken_ids: number[] }
/** Selects the members whose unread count may have changed: the post's author and the author of the answered comment. */
const wokenIds = sql<number[]>`array_remove(array[
  case when notification_id is not null then post_author_id end,
  member_to_wake(reply_notification_id, author_id)], null)`.as('woken_ids')

export async function updateComment(
  { db, clock, bus }: Deps,
  viewer: Viewer,
  commentId: number,
  body: string,
) {
  const comment = await requireComment(db, viewer, commentId)
  if (!comment.can.update) throw forbidden()
  if (comment.comments === body) return comment
  const { post_id: postId } = await db
    .updateTable('comments')
    .set({ body, mentioned_ids: mentionedIn(viewer, body), edited_at: clock.now() })
    .where('id', '=', commentId)
    .returning('post_id')
    .executeTakeFirstOrThrow(noSuchComment)
  const updated = await requireComment(db, viewer, commentId)
  afterWrite(db, () => {
    bus.postChanged({ kind: 'comment', postId, commentId, isDeleted: false })
    announceMentions({ bus }, comment, updated)
  })
  return updated
}

export async function deleteComment(deps: Deps, viewer: Viewer, commentId: number, { reason }: RemovalQuery) {
  return transact(deps.db, async (tx) => {
    const comment = await requireComment(tx, viewer, commentId)
    if (!comment.can.delete) throw forbidden()
    const owner = await lockBothMembers(deps, tx, viewer, comment.userId)
    const postId = await postIdOf(tx, commentId)
    await lockPost(tx, postId)
    const deleted = await deleteThread(tx, commentId)
    if (deleted.length === 0) throw noSuchComment()
    afterCommit(tx, () => {
      deps.bus.notificationsChanged(
        deleted.flatMap((one) => [...one.woken_ids, ...one.mentioned_ids, one.author_id]),
      )
      for (const one of deleted)
        deps.bus.postChanged({ kind: 'comment', postId, commentId: one.id, isDeleted: true })
    })
    if (owner && owner.id !== viewer.id) {
      const name = reason === undefined ? 'comment' : `comment “${clipText(comment.comments, 60)}”`
      const target = { type: 'comment', id: commentId } as const
      await recordRemoval(deps, tx, viewer, { target, linkTo: target, owner, name, reason })
    }
    return null
  })
}

/**
 * Deletes the comment and its replies. All of them are returned, because pages show them and their likes and mentions have
 * notified members.
 */
const deleteThread = (tx: Tx, commentId: number) =>
  tx
    .deleteFrom('comments')
    .where((on) => on.or([on('id', '=', commentId), on('parent_id', '=', commentId)]))
    .returning(['id', 'author_id', 'mentioned_ids', wokenIds])
    .execute()

async function postIdOf(tx: Tx, commentId: number): Promise<number> {
  const comment = await tx
    .selectFrom('comments')
    .select('post_id')
    .where('id', '=', commentId)
    .executeTakeFirst()
  if (!comment) throw noSuchComment()
  return comment.post_id
}
