import { sql } from 'kysely'
import { afterCommit } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'

type Teller = Pick<Deps, 'clock' | 'bus'>
export type SystemMessage = { memberId: number; words: string }

/**
 * An automated message to a member, in the transaction of what it tells of: told if and only if that happened. Whoever
 * tells several does it by `sendSystemMessages`.
 */
export async function sendSystemMessage(
  { clock, bus }: Teller,
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

/** As many as there are, in one statement, the lower id first: everybody locks mailboxes in this order. */
export async function sendSystemMessages(
  { clock, bus }: Teller,
  tx: Tx,
  told: SystemMessage[],
): Promise<void> {
  if (told.length === 0) return
  const ids = told.map(({ memberId }) => memberId)
  const texts = told.map(({ words }) => words)
  await sql`
    insert into messages (receiver_id, body, created_at)
    select id, words, ${clock.now()}::timestamptz
    from unnest(${ids}::bigint[], ${texts}::text[]) as each (id, words) order by id`.execute(tx)
  afterCommit(tx, () => bus.wake(ids))
}
