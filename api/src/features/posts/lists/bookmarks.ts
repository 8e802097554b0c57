import { sql } from 'kysely'
import { cursorListOf, type CursorQuery } from '@rootsquare/contract/lib/cursor-list'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import {
  isAllowedByBlocks,
  isVisiblePost,
  noSuchPost,
  requireVisiblePost,
  selectPosts,
} from '#api/features/posts/post-rows.ts'
import { shapePost } from '#api/features/posts/post-shapes.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export async function bookmarkPost({ db, clock }: Deps, viewer: Viewer, postId: number, saved: boolean) {
  if (saved) {
    // The post is locked, so that it is not deleted at the same time. A repeated call updates the row, so that it is
    // returned.
    const { rows } = await sql`
      insert into bookmarks (member_id, post_id, created_at)
        select ${viewer.id}, id, ${clock.now()} from posts where ${isVisiblePost(viewer, postId)} for key share
        on conflict (member_id, post_id) do update set post_id = excluded.post_id
        returning post_id`.execute(db)
    if (rows.length === 0) throw noSuchPost()
  } else {
    await requireVisiblePost(db, viewer, postId)
    await db
      .deleteFrom('bookmarks')
      .where('member_id', '=', viewer.id)
      .where('post_id', '=', postId)
      .execute()
  }
  return { saved }
}

/** Lists the bookmarks. Posts hidden by a ban or block are omitted, and are listed again when it ends. */
export async function listBookmarks(db: Db, viewer: Viewer, query: CursorQuery) {
  const { cursor = Number.MAX_SAFE_INTEGER, size } = query
  const bookmarks = await sql<{ id: number; post_id: number }>`
    select bookmarks.id, post_id from bookmarks join posts on posts.id = post_id
    where member_id = ${viewer.id} and bookmarks.id < ${cursor} and not posts.is_hidden and ${isAllowedByBlocks(viewer)}
    order by bookmarks.id desc limit ${size + 1}`.execute(db)
  const { content, nextCursor } = cursorListOf(bookmarks.rows, size, ({ id }) => id)
  const ids = sql<{ id: number }>`select unnest(${content.map((row) => row.post_id)}::bigint[]) as id`
  const { rows } = await selectPosts(viewer, ids).execute(db)
  const posts = new Map(rows.map((row) => [row.id, shapePost(row, viewer)]))
  return { content: content.flatMap((row) => posts.get(row.post_id) ?? []), nextCursor }
}
