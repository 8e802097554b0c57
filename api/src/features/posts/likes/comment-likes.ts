import { sql } from 'kysely'
import { afterWrite } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { writeAs } from '#api/domain/write-as.ts'
import { withLockedComment } from '#api/features/posts/lock-post.ts'
import { requireComment } from '#api/features/posts/post-rows.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Written = { likes: number; post_id: number; woken_id: number | null }

export async function likeComment(deps: Deps, viewer: Viewer, commentId: number, liked: boolean) {
  const { db, clock, bus } = deps
  const now = clock.now()
  const {
    likes,
    post_id: postId,
    woken_id,
  } = await writeAs(
    deps,
    viewer,
    async (by) => {
      const { rows } = await sql<Written>`
        ${withLockedComment(by, commentId, now)}
        select likes, post_id, woken_id from comment, set_comment_like(comment.id, ${by.id}, ${liked}, ${now})`.execute(
        db,
      )
      return rows[0]
    },
    async (by) => {
      await requireComment(db, by, commentId)
    },
  )
  afterWrite(db, () => {
    bus.postChanged({ kind: 'comment', postId, commentId, isDeleted: false })
    if (woken_id !== null) bus.notificationsChanged([woken_id])
  })
  return { likes, isLikedByUser: liked }
}
