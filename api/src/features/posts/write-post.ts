import { sql } from 'kysely'
import { tagsIn } from '@rootsquare/contract/lib/mentions'
import type { NewPost, Post } from '@rootsquare/contract/posts'
import { afterCommit, transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { mentionedIn } from '#api/domain/mentions.ts'
import { requireMembership } from '#api/features/groups/membership/membership.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { linkCardFor } from '#api/features/posts/link-cards/link-cards.ts'
import { claimPostMedia } from '#api/features/posts/media/post-media.ts'
import { requirePost } from './post-rows.ts'
import { copyToTimelines } from '#api/features/posts/feed/timeline-jobs.ts'

export async function createPost(deps: Deps, viewer: Viewer, post: NewPost) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    return writePost({ ...deps, tx }, viewer, null, post)
  })
}

export async function createGroupPost(deps: Deps, viewer: Viewer, groupId: number, post: NewPost) {
  return transact(deps.db, async (tx) => {
    // The member is locked first, so a concurrent leave comes either before or after this post.
    await lockActiveMember(deps, tx, viewer)
    await requireMembership(tx, viewer, groupId, 'Join this group to post in it.')
    return writePost({ ...deps, tx }, viewer, groupId, post)
  })
}

async function writePost(
  deps: Deps & { tx: Tx },
  viewer: Viewer,
  groupId: number | null,
  { caption, location, postImageDTO }: NewPost,
): Promise<Post> {
  const { tx, clock } = deps
  const media = await claimPostMedia(deps, viewer, postImageDTO)
  const { id } = await tx
    .insertInto('posts')
    .values({
      author_id: viewer.id,
      group_id: groupId,
      ...captionColumns(viewer, caption),
      link_card_id: await linkCardFor(deps, viewer, caption),
      location: location || null,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (media.length > 0) {
    const rows = media.map((medium, position) => ({ post_id: id, position, ...medium }))
    await tx.insertInto('post_media').values(rows).execute()
  }
  await enqueue(tx, copyToTimelines, { postId: id })
  const change = { kind: 'new', postId: id, authorId: viewer.id, groupId } as const
  const post = await requirePost(tx, viewer, id)
  afterCommit(tx, () => {
    deps.bus.postChanged(change)
    deps.bus.notificationsChanged(post.mentions.map((member) => member.id))
  })
  return post
}

/** Returns the columns of a caption and of the mentions and tags in it. */
export const captionColumns = (writer: Viewer, caption: string) => ({
  caption,
  mentioned_ids: mentionedIn(writer, caption),
  tags: sql<string[]>`fold_tags(${tagsIn(caption)})`,
})
