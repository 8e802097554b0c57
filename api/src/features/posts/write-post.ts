import type { NewPost, Post } from '@rootsquare/contract/posts'
import { transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { holdWriter } from '#api/features/accounts/hold-member.ts'
import { requireMembership } from '#api/features/groups/membership.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { takeMedia } from './post-media.ts'
import { requirePost } from './post-rows.ts'
import { spreadPost } from './timeline-jobs.ts'

export async function createPost(deps: Deps, viewer: Viewer, post: NewPost): Promise<Post> {
  return transact(deps.db, async (tx) => {
    await holdWriter(deps, tx, viewer)
    return writePost({ ...deps, tx }, viewer, null, post)
  })
}

export async function createGroupPost(
  deps: Deps,
  viewer: Viewer,
  groupId: number,
  post: NewPost,
): Promise<Post> {
  return transact(deps.db, async (tx) => {
    // Held already: who is leaving at this moment is waited for, and who leaves later waits.
    await holdWriter(deps, tx, viewer)
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
  const media = await takeMedia(deps, viewer, postImageDTO)
  const { id } = await tx
    .insertInto('posts')
    .values({
      author_id: viewer.id,
      group_id: groupId,
      caption,
      location: location || null,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (media.length > 0) {
    const rows = media.map((medium, position) => ({ post_id: id, position, ...medium }))
    await tx.insertInto('post_media').values(rows).execute()
  }
  await enqueue(tx, spreadPost, { postId: id })
  return requirePost(tx, viewer, id)
}
