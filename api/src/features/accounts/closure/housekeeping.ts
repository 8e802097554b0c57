import { sql } from 'kysely'
import { deleteInBatches, repeatInBatches } from '#api/db/batches.ts'
import type { Db } from '#api/db/db.ts'
import { storedHours } from '#api/http/serve/idempotency.ts'
import { scheduledJob } from '#api/jobs/job.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'

const unverifiedDays = 14
const familiarDays = 180

/** Deletes unverified sign-ups, so that their username and address are free again. */
export const purgeUnverified = scheduledJob({
  name: 'purge-unverified',
  cron: '7 * * * *',
  async run({ db, clock }) {
    const before = inDays(clock.now(), -unverifiedDays)
    await deleteInBatches(db, 'members', sql`verified_at is null and created_at < ${before}`)
  },
})

/** Deletes expired rows. Every reader checks the time itself, so nothing depends on this. */
export const sweepExpired = scheduledJob({
  name: 'sweep-expired',
  cron: '23 * * * *',
  async run({ db, clock }) {
    const now = clock.now()
    await detachPushSubscriptions(db, now)
    await deleteInBatches(db, 'sessions', sql`expires_at < ${now}`)
    await deleteInBatches(db, 'codes', sql`expires_at < ${now}`)
    await deleteInBatches(db, 'idempotency_keys', sql`created_at < ${inHours(now, -storedHours)}`)
    await deleteInBatches(db, 'retired_usernames', sql`until < ${now}`)
    await deleteFailedJobs(db)
    await deleteInBatches(db, 'familiar_addresses', sql`seen_at < ${inDays(now, -familiarDays)}`)
  },
})

/**
 * Detaches push subscriptions from expired sessions. Deleting a session deletes its subscription, but a member whose
 * session only expired still wants pushes.
 */
async function detachPushSubscriptions(db: Db, now: Date): Promise<void> {
  const expired = db.selectFrom('sessions').select('id').where('expires_at', '<', now)
  await db
    .updateTable('push_subscriptions')
    .set({ session_id: null })
    .where('session_id', 'in', expired)
    .execute()
}

const jobsAtOnce = 1000

/** Deletes jobs that have failed for days and will not be retried. */
async function deleteFailedJobs(db: Db): Promise<void> {
  await repeatInBatches(
    db,
    async (tx) => {
      const { rows } = await sql`select from graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null and run_at < now() - interval '7 days'
        limit ${jobsAtOnce}
      ))`.execute(tx)
      return rows.length
    },
    jobsAtOnce,
  )
}
