import { closureGraceDays } from '@rootsquare/contract/accounts'
import { afterCommit, withLongTimeout, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { membersNotifiedThrough } from '#api/domain/notify.ts'
import { tryEach } from '#api/jobs/try-each.ts'
import { enqueue, scheduledJob } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { hasOpenOrders } from './open-orders.ts'
import { hashUsername } from '#api/features/accounts/sign-up/retired-usernames.ts'
import { removeFiles } from '#api/features/uploads/remove-files.ts'

const usernameReservedDays = 365

/** Erases every member whose 30 days are over, each in a separate transaction. */
export const eraseClosed = scheduledJob({
  name: 'erase-closed',
  cron: '*/10 * * * *',
  async run(deps) {
    const due = await deps.db
      .selectFrom('members')
      .select('id')
      .where('closure_requested_at', '<=', endOfGrace(deps))
      .orderBy('id')
      .execute()
    // The counters of tens of thousands of followers may have to be updated.
    const erase = ({ id }: { id: number }) =>
      withLongTimeout(deps.db, (tx) => eraseMember(deps, tx, id)).catch((error: unknown) => {
        deps.log.error({ err: error, memberId: id }, 'a member could not be erased')
        throw error
      })
    await tryEach(due, erase, 'members could not be erased.')
  },
})

function endOfGrace({ clock }: Deps): Date {
  return inDays(clock.now(), -closureGraceDays)
}

/**
 * Deletes the member. Rows of the member reference it with `on delete cascade`, and rows that others need (an order, a
 * counted log-in) with `on delete set null`. A trigger keeps what others wrote to the member.
 */
async function eraseMember(deps: Deps, tx: Tx, memberId: number): Promise<void> {
  const member = await tx
    .selectFrom('members')
    .select('username')
    .where('id', '=', memberId)
    .where('closure_requested_at', '<=', endOfGrace(deps))
    .forUpdate()
    .executeTakeFirst()
  // The closure was canceled, another node has erased the member, or an order is still open.
  if (!member || (await hasOpenOrders(tx, memberId))) return
  const notified = await membersNotifiedThrough(tx, memberId)
  const readers = await unreadBy(tx, memberId)
  const media = await tx.deleteFrom('media').where('owner_id', '=', memberId).returning('keys').execute()
  await tx.deleteFrom('members').where('id', '=', memberId).execute()
  afterCommit(tx, () => {
    deps.bus.wake([memberId])
    deps.bus.news(readers)
    deps.bus.notificationsChanged(notified)
  })
  const until = inDays(deps.clock.now(), usernameReservedDays)
  await tx
    .insertInto('retired_usernames')
    .values({ username_hash: hashUsername(member.username, deps.jwtSecret), until })
    .onConflict((on) => on.column('username_hash').doUpdateSet({ until }))
    .execute()
  const keys = media.flatMap((file) => file.keys)
  if (keys.length > 0) await enqueue(tx, removeFiles, { keys })
}

/** Returns the members with unread messages of this member, which disappear. */
async function unreadBy(tx: Tx, memberId: number): Promise<number[]> {
  const unread = tx.selectFrom('threads').select('owner_id').where('other_id', '=', memberId)
  return (await unread.where('unread_count', '>', 0).execute()).map(({ owner_id }) => owner_id)
}
