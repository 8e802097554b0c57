import { sql } from 'kysely'
import { onceWritten } from '#api/db/db.ts'
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
  const { db, clock, bus } = deps
  const now = clock.now()
  const { likes, woken_id } = await writeAs(
    deps,
    viewer,
    async (by) => {
      const { rows } = await sql<{ likes: number; woken_id: number | null }>`
        ${withLockedComment(by, commentId, now)}
        select likes, woken_id from comment, set_comment_like(comment.id, ${by.id}, ${liked}, ${now})`.execute(
        db,
      )
      return rows[0]
    },
    async (by) => {
      await requireComment(db, by, commentId)
    },
  )
  if (woken_id !== null) onceWritten(db, () => bus.news([woken_id]))
  return { likes, isLikedByUser: liked }
}
