import { sql } from 'kysely'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged, PageQuery } from '@rootsquare/contract/paged'
import type { Comment } from '@rootsquare/contract/posts'
import { afterCommit, onceWritten, transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { writeAs } from '#api/domain/write-as.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockPost, withLockedPost } from '#api/features/posts/lock-post.ts'
import {
  isSeen,
  moderates,
  noSuchComment,
  noSuchPost,
  requireComment,
  requireSeen,
  selectComments,
  shapeComment,
} from '#api/features/posts/post-rows.ts'
import type { CommentRow } from '#api/features/posts/post-rows.ts'

export async function listComments(
  db: Db,
  viewer: Viewer,
  postId: number,
  query: PageQuery,
): Promise<Paged<Comment>> {
  const comments = selectComments(viewer, sql`comments.post_id = ${postId}`)
  const counted = await sql<{ total: number }>`
    select (select count(*) from (${comments}) seen) as total from posts
    where id = ${postId} and not is_hidden and ${isSeen(viewer)}`.execute(db)
  const post = counted.rows[0]
  if (!post) throw noSuchPost()
  const { rows } = await sql<CommentRow>`
    ${comments} order by comments.id limit ${query.size} offset ${query.page * query.size}`.execute(db)
  return pageOf(
    rows.map((row) => shapeComment(row, viewer)),
    post.total,
    query,
  )
}

export async function addComment(deps: Deps, viewer: Viewer, postId: number, body: string): Promise<Comment> {
  const { db } = deps
  const comment = await writeAs(
    deps,
    viewer,
    (by) => insertComment(deps, by, postId, body),
    (by) => requireSeen(db, by, postId),
  )
  const change = { kind: 'comment', postId, commentId: comment.id, isDeleted: false } as const
  onceWritten(db, () => deps.bus.postChanged(change))
  return comment
}

async function insertComment(
  { db, clock }: Deps,
  viewer: Viewer,
  postId: number,
  body: string,
): Promise<Comment | undefined> {
  const now = clock.now()
  const { rows } = await sql<CommentRow>`
    ${withLockedPost(viewer, postId, now)}, comment as (
      insert into comments (post_id, author_id, body, created_at)
        select id, ${viewer.id}, ${body}, ${now} from post
        returning id, author_id, body, created_at, edited_at
    )
    select comment.id, author_id, body, comment.created_at, edited_at, username, firstname, lastname, profile_image,
      ${moderates(viewer, sql.ref('post.group_id'))} as is_moderated
    from comment, post, members where members.id = author_id`.execute(db)
  return rows[0] && shapeComment(rows[0], viewer)
}

export async function updateComment(
  { db, clock, bus }: Deps,
  viewer: Viewer,
  commentId: number,
  body: string,
): Promise<Comment> {
  const comment = await requireComment(db, viewer, commentId)
  if (!comment.can.update) throw forbidden()
  if (comment.comments === body) return comment
  const { post_id: postId } = await db
    .updateTable('comments')
    .set({ body, edited_at: clock.now() })
    .where('id', '=', commentId)
    .returning('post_id')
    .executeTakeFirstOrThrow(noSuchComment)
  onceWritten(db, () => bus.postChanged({ kind: 'comment', postId, commentId, isDeleted: false }))
  return requireComment(db, viewer, commentId)
}

export async function deleteComment(deps: Deps, viewer: Viewer, commentId: number): Promise<null> {
  return transact(deps.db, async (tx) => {
    const comment = await requireComment(tx, viewer, commentId)
    if (!comment.can.delete) throw forbidden()
    await lockBothMembers(deps, tx, viewer, comment.userId)
    const postId = await postIdOf(tx, commentId)
    await lockPost(tx, postId)
    const { numDeletedRows } = await tx.deleteFrom('comments').where('id', '=', commentId).executeTakeFirst()
    if (numDeletedRows === 0n) throw noSuchComment()
    if (comment.userId !== viewer.id) {
      const target = { type: 'comment', id: commentId } as const
      await recordAudit(deps, tx, viewer, { action: 'DELETE_COMMENT', memberId: comment.userId, target })
    }
    afterCommit(tx, () => deps.bus.postChanged({ kind: 'comment', postId, commentId, isDeleted: true }))
    return null
  })
}

async function postIdOf(tx: Tx, commentId: number): Promise<number> {
  const comment = await tx
    .selectFrom('comments')
    .select('post_id')
    .where('id', '=', commentId)
    .executeTakeFirst()
  if (!comment) throw noSuchComment()
  return comment.post_id
}
