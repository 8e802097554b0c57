import { sql } from 'kysely'
import type { Deps } from '#api/deps.ts'
import { writeAs } from '#api/domain/write-as.ts'
import { withLockedComment } from '#api/features/posts/lock-post.ts'
import { requireComment } from '#api/features/posts/post-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Liked = { likes: number; isLikedByUser: boolean }

export async function likeComment(
  deps: Deps,
  viewer: Viewer,
  commentId: number,
  liked: boolean,
): Promise<Liked> {
  const { db, clock } = deps
  const now = clock.now()
  return writeAs(
    deps,
    viewer,
    async (by) => {
      const { rows } = await sql<{ likes: number }>`
        ${withLockedComment(by, commentId, now)}
        select likes from comment, set_comment_like(comment.id, ${by.id}, ${liked}, ${now})`.execute(db)
      return rows[0] && { likes: rows[0].likes, isLikedByUser: liked }
    },
    async (by) => {
      await requireComment(db, by, commentId)
    },
  )
}
