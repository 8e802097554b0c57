import type { NewPost, Post } from '@rootsquare/contract/posts'
import { transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { noSuchGroup } from '#api/features/groups/groups.ts'
import { forbidden } from '#api/http/refusal.ts'
import type { Viewer } from '#api/http/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { holdWriter } from './hold.ts'
import { takeMedia } from './post-media.ts'
import { requirePost } from './post-rows.ts'
import { spreadPost } from './timeline-jobs.ts'

export async function createPost(deps: Deps, viewer: Viewer, post: NewPost): Promise<Post> {
  return transact(deps.db, (tx) => writePost({ ...deps, tx }, viewer, null, post))
}

export async function createGroupPost(
  deps: Deps,
  viewer: Viewer,
  groupId: number,
  post: NewPost,
): Promise<Post> {
  return transact(deps.db, async (tx) => {
    await requireMembership(tx, viewer, groupId)
    return writePost({ ...deps, tx }, viewer, groupId, post)
  })
}

async function requireMembership(tx: Tx, viewer: Viewer, groupId: number): Promise<void> {
  const group = await tx
    .selectFrom('groups')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.group_id', '=', 'groups.id').on('memberships.member_id', '=', viewer.id),
    )
    .select('memberships.member_id')
    .where('groups.id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw noSuchGroup()
  if (group.member_id === null) throw forbidden('Join this group to post in it.', 'NOT_A_MEMBER')
}

async function writePost(
  deps: Deps & { tx: Tx },
  viewer: Viewer,
  groupId: number | null,
  { caption, location, postImageDTO }: NewPost,
): Promise<Post> {
  const { tx, clock } = deps
  await holdWriter(deps, tx, viewer)
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
