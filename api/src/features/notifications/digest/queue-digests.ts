import { sql } from 'kysely'
import { withLongTimeout } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue, scheduledJob } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { sendDigest } from './send-digest.ts'
import { hasUnreadMessage } from './unread-conversations.ts'

const batchSize = 200
const weekMs = 7 * 86_400_000
/** A Monday at 07:00 in Lagos, which has no summer time. */
const firstDigestTime = Date.UTC(2026, 0, 5, 6)

/** Returns the last Monday at 07:00 in Lagos. */
export function lastDigestTime(now: Date): Date {
  return new Date(firstDigestTime + Math.floor((now.getTime() - firstDigestTime) / weekMs) * weekMs)
}

/**
 * Queues the mails on Monday at 07:00 in Lagos and every hour of that day, because the server may have been down or busy.
 * The rows in `digests` limit each member to one mail a week.
 */
export const queueDigests = scheduledJob({
  name: 'queue-digests',
  cron: '0 6-22 * * 1',
  queue: 'digests',
  async run(deps) {
    const dueAt = lastDigestTime(deps.clock.now())
    let lastId: number | undefined = 0
    while (lastId !== undefined) lastId = await queueBatch(deps, dueAt, lastId)
  },
})

/**
 * Queues the next members with unread notifications or messages of the last week. Returns the last of them, or undefined if there are
 * no more.
 */
async function queueBatch({ db }: Deps, dueAt: Date, afterId: number): Promise<number | undefined> {
  return withLongTimeout(db, async (tx) => {
    const since = inDays(dueAt, -7)
    const { rows: found } = await sql<{ id: number }>`
      (select member_id as id from notifications
        where read_at is null and member_id > ${afterId}
          and latest_at >= ${since}::timestamptz and latest_at < ${dueAt}::timestamptz
          and not exists (
            select from notification_settings as settings
            where settings.member_id = notifications.member_id and settings.kind = notifications.kind and not mail
          )
        group by member_id order by member_id limit ${batchSize})
      union
      (select owner_id from threads where owner_id > ${afterId} and ${hasUnreadMessage(sql.ref('owner_id'), since)}
        group by owner_id order by owner_id limit ${batchSize})
      order by id limit ${batchSize}`.execute(tx)
    const { rows: chosen } = await sql<{ id: number }>`
      insert into digests (member_id, due_at)
      select id, ${dueAt}::timestamptz from unnest(${found.map(({ id }) => id)}::bigint[]) as id
      on conflict (member_id) do update set due_at = excluded.due_at, sent_at = null
        where digests.due_at < excluded.due_at
      returning member_id as id`.execute(tx)
    for (const { id } of chosen) await enqueue(tx, sendDigest, { memberId: id, dueAt: dueAt.toISOString() })
    return found.at(-1)?.id
  })
}
