import { sql } from 'kysely'
import { afterCommit, transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { newestCauseAt } from './shown-notifications.ts'
import { countNotifications } from './unread-notifications.ts'

/** Marks the viewer's unread notifications among `ids` as read, or all of them without `ids`. */
export async function readNotifications(
  { db, clock, bus }: Deps,
  { id: viewerId }: Viewer,
  ids: number[] | undefined,
): Promise<{ count: number }> {
  const reader = sql<number>`${viewerId}::bigint`
  const which = ids === undefined ? sql`true` : sql`id = any(${ids}::bigint[])`
  await transact(db, async (tx) => {
    // The rows are locked first, so that the second statement sees the causes that were being written to them.
    const { rows: unread } = await sql<{ id: number }>`
      select id from notifications where member_id = ${reader} and read_at is null and ${which}
      order by id for update`.execute(tx)
    if (unread.length === 0) return
    await sql`
      update notifications
      set read_at = ${clock.now()}::timestamptz, latest_at = coalesce(${newestCauseAt(reader)}, latest_at)
      where id = any(${unread.map(({ id }) => id)}::bigint[])`.execute(tx)
    afterCommit(tx, () => bus.news([viewerId]))
  })
  return countNotifications(db, viewerId)
}
