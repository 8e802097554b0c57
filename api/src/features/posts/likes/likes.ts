import { transact } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { lockPost } from '#api/features/posts/lock-post.ts'
import { requireSeen } from '#api/features/posts/post-rows.ts'

type Liked = { likes: number; isPostLikedByUser: boolean }

/** Toggles the like, or sets it to `wanted`, which can be sent again safely. */
export async function likePost(deps: Deps, viewer: Viewer, postId: number, wanted?: boolean): Promise<Liked> {
  return transact(deps.db, async (tx) => {
    await requireSeen(tx, viewer, postId)
    await lockActiveMember(deps, tx, viewer)
    await lockPost(tx, postId)
    const like = { post_id: postId, member_id: viewer.id }
    const isWanted = wanted ?? !(await isThere(tx, like))
    if (isWanted) await add(tx, { ...like, created_at: deps.clock.now() })
    else await takeBack(tx, like)
    return { likes: await countOf(tx, postId), isPostLikedByUser: isWanted }
  })
}

type Like = { post_id: number; member_id: number }

async function isThere(tx: Tx, { post_id, member_id }: Like): Promise<boolean> {
  const like = await tx
    .selectFrom('likes')
    .select('post_id')
    .where('post_id', '=', post_id)
    .where('member_id', '=', member_id)
    .executeTakeFirst()
  return like !== undefined
}

async function add(tx: Tx, like: Like & { created_at: Date }): Promise<void> {
  await tx
    .insertInto('likes')
    .values(like)
    .onConflict((on) => on.doNothing())
    .execute()
}

async function takeBack(tx: Tx, { post_id, member_id }: Like): Promise<void> {
  await tx.deleteFrom('likes').where('post_id', '=', post_id).where('member_id', '=', member_id).execute()
}

async function countOf(tx: Tx, postId: number): Promise<number> {
  const post = await tx
    .selectFrom('posts')
    .select('likes_count')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  return post.likes_count
}
