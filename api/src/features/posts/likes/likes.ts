import { sql } from 'kysely'
import { afterWrite } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { writeAs } from '#api/domain/write-as.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { withLockedPost } from '#api/features/posts/lock-post.ts'
import { requireVisiblePost } from '#api/features/posts/post-rows.ts'

type Liked = { likes: number; isPostLikedByUser: boolean }
type Written = Liked & { woken_id: number | null }

/** Toggles the like, or sets it to `wanted`, which makes a repeated request safe. */
export async function likePost(deps: Deps, viewer: Viewer, postId: number, wanted?: boolean) {
  const { db, clock, bus } = deps
  const now = clock.now()
  const { woken_id, ...liked } = await writeAs(
    deps,
    viewer,
    async (by) => {
      const { rows } = await sql<Written>`
        ${withLockedPost(by, postId, now)}
        select likes, is_liked as "isPostLikedByUser", woken_id
        from post, set_like(post.id, ${by.id}, ${wanted ?? null}, ${now})`.execute(db)
      return rows[0]
    },
    (by) => requireVisiblePost(db, by, postId),
  )
  afterWrite(db, () => {
    bus.postChanged({ kind: 'counts', postId })
    if (woken_id !== null) bus.notificationsChanged([woken_id])
  })
  return liked
}
