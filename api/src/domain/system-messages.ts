import { sql } from 'kysely'
import { afterCommit, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'

type MessageDeps = Pick<Deps, 'clock' | 'bus'>
export type SystemMessage = { memberId: number; text: string }

/**
 * Sends an automated message to a member in the transaction of the change. Use `sendSystemMessages` for several members.
 */
export async function sendSystemMessage(
  { clock, bus }: MessageDeps,
  tx: Tx,
  memberId: number,
  text: string,
): Promise<void> {
  await tx
    .insertInto('messages')
    .values({ receiver_id: memberId, body: text, created_at: clock.now() })
    .execute()
  afterCommit(tx, () => bus.news([memberId]))
}

/** Locks the mailboxes in order of id, for a transaction that writes to them in several statements. */
export async function lockMailboxes(tx: Tx, memberIds: number[]): Promise<void> {
  await sql`
    insert into mailboxes as box (member_id) select distinct id from unnest(${memberIds}::bigint[]) as each (id) order by id
    on conflict (member_id) do update set last_event = box.last_event`.execute(tx)
}

/** Sends all messages in one statement, which locks the mailboxes in order of id as everywhere. */
export async function sendSystemMessages(
  { clock, bus }: MessageDeps,
  tx: Tx,
  messages: SystemMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map(({ memberId }) => memberId)
  const texts = messages.map(({ text }) => text)
  await sql`
    insert into messages (receiver_id, body, created_at)
    select id, body, ${clock.now()}::timestamptz
    from unnest(${ids}::bigint[], ${texts}::text[]) as each (id, body) order by id`.execute(tx)
  afterCommit(tx, () => bus.news(ids))
}
