import type { PostChange } from '@rootsquare/contract/posts'
import type { RemovalQuery } from '@rootsquare/contract/removals'
import { afterCommit, transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { clipText } from '#api/domain/clip-text.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { announceMentions } from '#api/domain/mentions.ts'
import { membersNotifiedUnder } from '#api/domain/notify.ts'
import { recordRemoval } from '#api/domain/record-removal.ts'
import { linkCardFor } from '#api/features/posts/link-cards/link-cards.ts'
import { removeUnusedMedia } from '#api/features/uploads/unused-media.ts'
import { forbidden } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockPost } from './lock-post.ts'
import { noSuchPost, requirePost } from './post-rows.ts'
import { captionColumns } from './write-post.ts'

export async function updatePost(deps: Deps, viewer: Viewer, postId: number, change: PostChange) {
  const post = await requirePost(deps.db, viewer, postId)
  if (!post.can.update) throw forbidden()
  const { caption } = change
  const location = change.location === '' ? null : change.location
  const hasChanged =
    (caption !== undefined && caption !== post.caption) ||
    (location !== undefined && location !== post.location)
  if (!hasChanged) return post
  return transact(deps.db, async (tx) => {
    // Posts are locked before link cards.
    await lockPost(tx, postId)
    const columns = caption !== undefined && {
      ...captionColumns(viewer, caption),
      link_card_id: await linkCardFor({ ...deps, tx }, viewer, caption),
    }
    await tx
      .updateTable('posts')
      .set({ ...columns, location, edited_at: deps.clock.now() })
      .where('id', '=', postId)
      .execute()
    const updated = await requirePost(tx, viewer, postId)
    afterCommit(tx, () => announceMentions(deps, post, updated))
    return updated
  })
}

/** Deletes a post and its pictures, except those used elsewhere. */
export async function deletePost(deps: Deps, viewer: Viewer, postId: number, { reason }: RemovalQuery) {
  return transact(deps.db, async (tx) => {
    const post = await requirePost(tx, viewer, postId)
    if (!post.can.delete) throw forbidden()
    const owner = await lockBothMembers(deps, tx, viewer, post.userId)
    const notified = await membersNotifiedUnder(tx, postId)
    const { numDeletedRows } = await tx.deleteFrom('posts').where('id', '=', postId).executeTakeFirst()
    if (numDeletedRows === 0n) throw noSuchPost()
    // The notifications of the author no longer include its likes and comments, and its mentions are deleted.
    afterCommit(tx, () => {
      deps.bus.postChanged({ kind: 'deleted', postId, authorId: post.userId, groupId: post.postGroupId })
      deps.bus.notificationsChanged([post.userId, ...post.mentions.map(({ id }) => id), ...notified])
    })
    if (owner && owner.id !== viewer.id) {
      const name = reason === undefined ? 'post' : `post “${clipText(post.caption, 60)}”`
      const target = { type: 'post', id: postId } as const
      await recordRemoval(deps, tx, viewer, { target, linkTo: target, owner, name, reason })
    }
    await removeUnusedMedia(
      tx,
      post.postImageDTO.map(({ postImage }) => postImage),
    )
    return null
  })
}
