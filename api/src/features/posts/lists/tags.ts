import { sql } from 'kysely'
import { cursorListOf, type CursorQuery } from '@rootsquare/contract/lib/cursor-list'
import type { PopularTag } from '@rootsquare/contract/post-lists'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isAllowedByBlocks, selectPosts } from '#api/features/posts/post-rows.ts'
import { shapePost } from '#api/features/posts/post-shapes.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export async function listTagPosts(
  db: Db,
  viewer: Viewer,
  tag: string,
  { cursor = Number.MAX_SAFE_INTEGER, size }: CursorQuery,
) {
  const ids = sql<{ id: number }>`
    select post_id as id from post_tags join posts on posts.id = post_id
    where tag = fold(${tag.replace(/^#/, '')}) and post_id < ${cursor} and not posts.is_hidden and ${isAllowedByBlocks(viewer)}
    order by post_id desc limit ${size + 1}`
  const { rows } = await selectPosts(viewer, ids).execute(db)
  const posts = rows.map((row) => shapePost(row, viewer))
  return cursorListOf(posts, size, ({ id }) => id)
}

const popularDays = 7
const maxPopularTags = 20

/** Lists the popular tags, which are the same for everybody: like other counts they do not depend on blocks. */
export async function listPopularTags({ db, clock }: Deps) {
  const { rows } = await sql<PopularTag>`
    select tag, count(*) as posts from post_tags join posts on posts.id = post_id
    where post_tags.created_at > ${inDays(clock.now(), -popularDays)} and not posts.is_hidden
    group by tag order by count(*) desc, tag limit ${maxPopularTags}`.execute(db)
  return rows
}
