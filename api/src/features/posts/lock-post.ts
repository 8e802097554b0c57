import type { Tx } from '#api/db/db.ts'
import { noSuchPost } from './post-rows.ts'

/** Members are locked before posts: see domain/lock-member.ts. */
export async function lockPost(tx: Tx, id: number): Promise<void> {
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('is_hidden', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!post) throw noSuchPost()
}
