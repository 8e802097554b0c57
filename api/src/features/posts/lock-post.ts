import { sql } from 'kysely'
import type { Tx } from '#api/db/db.ts'
import { activeWriter } from '#api/domain/write-as.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isVisiblePost, isVisibleComment, commentsWithPostAndAuthor, noSuchPost } from './post-rows.ts'

// Members are locked before posts: see domain/lock-member.ts.

export async function lockPost(tx: Tx, id: number): Promise<void> {
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('is_hidden', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!post) throw noSuchPost()
}

/**
 * Begins a statement that writes to a post (see `writeAs`). Its `post` is the locked row, and is empty if the writer may
 * not write or does not see the post. PostgreSQL checks both locked rows again after waiting. Blocks count as of the start
 * of the statement.
 */
export const withLockedPost = (viewer: Viewer, id: number, now: Date) => sql`
  with writer as (${activeWriter(viewer, now, 'share')}), post as (
    select posts.id, posts.group_id from writer, posts where ${isVisiblePost(viewer, id)}
    for no key update of posts
  )`

/**
 * Begins a statement that writes to a comment, which is the locked row `comment`. The post is not locked, so that others
 * can write to it.
 */
export const withLockedComment = (viewer: Viewer, id: number, now: Date) => sql`
  with writer as (${activeWriter(viewer, now, 'share')}), comment as (
    select comments.id, comments.post_id from writer, ${commentsWithPostAndAuthor} where comments.id = ${id} and ${isVisibleComment(viewer)}
    for no key update of comments
  )`
