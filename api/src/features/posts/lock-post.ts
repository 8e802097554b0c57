import type { Tx } from '#api/db/db.ts'
import { noSuchPost } from './post-rows.ts'

/** After the member who writes or is written about: see accounts/hold-member.ts. */
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
