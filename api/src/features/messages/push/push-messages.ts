import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { hasOpenPage } from '#api/features/messages/live/signals.ts'
import { afterOtherJobs, enqueue, job, newJob } from '#api/jobs/job.ts'
import { inMinutes } from '#api/ports/clock/clock.ts'
import { isPushable } from './pushable-messages.ts'
import { sendMessagePush } from './send-message-push.ts'

const minutesBetween = 1

const Pair = z.object({ receiverId: z.int(), senderId: z.int() })
type Pair = z.output<typeof Pair>

/** Of several messages to one receiver a single job waits. */
const keyOf = ({ receiverId, senderId }: Pair) => `push-messages:${receiverId}:${senderId}`

/**
 * Queues the push of a message as part of the statement that writes it. Receivers without a browser that takes pushes cost
 * one look into an index.
 */
export const queuePush = (pair: Pair): RawBuilder<unknown> => sql`
  case when exists (select from push_subscriptions where member_id = ${pair.receiverId})
    then (${newJob(pushMessages, pair, { key: keyOf(pair) })}).id end`

/** Pushes the newest message of the sender, unless the receiver has a page open, which shows it. */
export const pushMessages = job({
  name: 'push-messages',
  payload: Pair,
  async run(deps, pair) {
    if (await hasOpenPage(deps, pair.receiverId)) return
    await transact(deps.db, (tx) => pushNewest(deps, tx, pair))
  },
})

/** The lock of the conversation leaves one of two jobs at once to push. The next push is at least a minute later. */
async function pushNewest({ clock }: Deps, tx: Tx, pair: Pair): Promise<void> {
  const conversation = tx
    .selectFrom('threads')
    .where('owner_id', '=', pair.receiverId)
    .where('side', '=', pair.senderId)
  const pushed = await conversation
    .select(['pushed_at', 'pushed_message_id'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!pushed) return
  const now = clock.now()
  const messageId = await findNewest(tx, pair, { after: pushed.pushed_message_id ?? 0, now })
  if (messageId === undefined) return
  const freeAt = pushed.pushed_at && inMinutes(pushed.pushed_at, minutesBetween)
  if (freeAt && freeAt > now) return enqueue(tx, pushMessages, pair, { key: keyOf(pair), at: freeAt })
  await tx
    .updateTable('threads')
    .set({ pushed_at: now, pushed_message_id: messageId })
    .where('owner_id', '=', pair.receiverId)
    .where('side', '=', pair.senderId)
    .execute()
  const browsers = tx.selectFrom('push_subscriptions').select('id').where('member_id', '=', pair.receiverId)
  for (const { id: subscriptionId } of await browsers.execute())
    await enqueue(tx, sendMessagePush, { messageId, subscriptionId }, { priority: afterOtherJobs })
}

async function findNewest(
  tx: Tx,
  { receiverId, senderId }: Pair,
  { after, now }: { after: number; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select messages.id from messages
    where receiver_id = ${receiverId} and sender_id = ${senderId} and messages.id > ${after} and ${isPushable(now)}
    order by messages.id desc limit 1`.execute(tx)
  return rows[0]?.id
}
