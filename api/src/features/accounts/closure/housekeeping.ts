import { sql } from 'kysely'
import { z } from 'zod'
import { unhurried } from '#api/db/db.ts'
import type { Tx } from '#api/db/db.ts'
import { storedHours } from '#api/http/serve/idempotency.ts'
import { job } from '#api/jobs/job.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'

const unverifiedDays = 14
const familiarDays = 180

/** Deletes unverified sign-ups, so that their username and address are free again. */
export const purgeUnverified = job({
  name: 'purge-unverified',
  payload: z.object({}).loose(),
  cron: '7 * * * *',
  async run({ db, clock }) {
    const before = inDays(clock.now(), -unverifiedDays)
    await unhurried(db, (tx) =>
      tx.deleteFrom('members').where('verified_at', 'is', null).where('created_at', '<', before).execute(),
    )
  },
})

/** Deletes expired rows. Every reader checks the time itself, so nothing depends on this. */
export const sweepExpired = job({
  name: 'sweep-expired',
  payload: z.object({}).loose(),
  cron: '23 * * * *',
  async run({ db, clock }) {
    const now = clock.now()
    await unhurried(db, async (tx) => {
      await detachPushSubscriptions(tx, now)
      await tx.deleteFrom('sessions').where('expires_at', '<', now).execute()
      await tx.deleteFrom('codes').where('expires_at', '<', now).execute()
      await tx.deleteFrom('idempotency_keys').where('created_at', '<', inHours(now, -storedHours)).execute()
      await tx.deleteFrom('retired_usernames').where('until', '<', now).execute()
      await forgetFailedJobs(tx)
      await tx.deleteFrom('familiar_addresses').where('seen_at', '<', inDays(now, -familiarDays)).execute()
    })
  },
})

/** Deleting a session deletes its push subscription. One that only expired was not ended by its member, who still wants pushes. */
async function detachPushSubscriptions(tx: Tx, now: Date): Promise<void> {
  const expired = tx.selectFrom('sessions').select('id').where('expires_at', '<', now)
  await tx
    .updateTable('push_subscriptions')
    .set({ session_id: null })
    .where('session_id', 'in', expired)
    .execute()
}

/** Deletes jobs that have failed for days and will not be retried. */
async function forgetFailedJobs(tx: Tx): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and run_at < now() - interval '7 days'
  ))`.execute(tx)
}
