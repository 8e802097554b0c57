import { afterCommit } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'

/**
 * An automated message to a member, in the transaction of what it tells of: told if and only if that happened. Whoever
 * tells several tells the lower id first, as the mailboxes are locked.
 */
export async function tell(
  { clock, bus }: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  memberId: number,
  words: string,
): Promise<void> {
  await tx
    .insertInto('messages')
    .values({ receiver_id: memberId, body: words, created_at: clock.now() })
    .execute()
  afterCommit(tx, () => bus.wake([memberId]))
}
