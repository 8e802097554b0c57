import type { Post, PostChange } from '@rootsquare/contract/posts'
import { afterCommit, onceWritten, transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { notify } from '#api/domain/notify.ts'
import { removeUnused } from '#api/features/uploads/unused-media.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchPost, requirePost } from './post-rows.ts'
import { captionColumns } from './write-post.ts'

export async function updatePost(
  { db, clock, bus }: Deps,
  viewer: Viewer,
  postId: number,
  change: PostChange,
): Promise<Post> {
  const post = await requirePost(db, viewer, postId)
  if (!post.can.update) throw forbidden()
  const { caption } = change
  const location = change.location === '' ? null : change.location
  const hasChanged =
    (caption !== undefined && caption !== post.caption) ||
    (location !== undefined && location !== post.location)
  if (!hasChanged) return post
  await db
    .updateTable('posts')
    .set({ ...(caption !== undefined && captionColumns(viewer, caption)), location, edited_at: clock.now() })
    .where('id', '=', postId)
    .execute()
  const updated = await requirePost(db, viewer, postId)
  onceWritten(db, () => bus.news([...post.mentions, ...updated.mentions].map(({ id }) => id)))
  return updated
}

/** Deletes its pictures too, unless something else shows them. */
export async function deletePost(deps: Deps, viewer: Viewer, postId: number): Promise<null> {
  return transact(deps.db, async (tx) => {
    const post = await requirePost(tx, viewer, postId)
    if (!post.can.delete) throw forbidden()
    await lockBothMembers(deps, tx, viewer, post.userId)
    const { numDeletedRows } = await tx.deleteFrom('posts').where('id', '=', postId).executeTakeFirst()
    if (numDeletedRows === 0n) throw noSuchPost()
    // Whoever liked it or commented on it is in no notification of its author any more, and it mentions nobody.
    afterCommit(tx, () => deps.bus.news([post.userId, ...post.mentions.map(({ id }) => id)]))
    if (post.userId !== viewer.id) {
      const target = { type: 'post', id: postId } as const
      await recordAudit(deps, tx, viewer, { action: 'DELETE_POST', memberId: post.userId, target })
      const text = 'A moderator has removed your post'
      await notify(deps, tx, [{ memberId: post.userId, kind: 'MODERATION', target, text }])
    }
    await removeUnused(
      tx,
      post.postImageDTO.map(({ postImage }) => postImage),
    )
    return null
  })
}
