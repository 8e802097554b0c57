import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'

/**
 * Work after the response. Payloads contain ids and constants, never names, texts or codes, because they are stored until the
 * job has run. A job may run twice, so its effects must allow for that.
 */
export type Job<P = unknown> = {
  name: string
  payload: z.ZodType<P>
  run(deps: Deps, payload: P): Promise<void>
  /** Holds a cron pattern in UTC, for scheduled jobs. */
  cron?: string
  /** Scheduled runs never overlap, and at most one more waits. */
  queue?: string
}

export function job<P>(described: Job<P>): Job<P> {
  return described
}

type ScheduledJob = { name: string; cron: string; queue?: string; run(deps: Deps): Promise<void> }

/** Describes a job that only its schedule starts. Its payload is the worker's description of the schedule. */
export function scheduledJob(described: ScheduledJob): Job<object> {
  return { payload: z.looseObject({}), ...described }
}

type RecountJob = Pick<ScheduledJob, 'name' | 'cron'> & {
  recount(db: Db): Promise<unknown[]>
  message: string
}

/** Logs differences and repairs nothing, because a difference is a bug of ours and a silent repair would hide it. */
export function recountJob({ recount, message, ...schedule }: RecountJob): Job<object> {
  return scheduledJob({
    ...schedule,
    async run({ db, log }) {
      const drift = await recount(db)
      if (drift.length > 0) log.error({ count: drift.length, first: drift[0] }, message)
    },
  })
}

/** Tells when to run the job. Jobs of one `queue` run one after another. */
type When = { key?: string; at?: Date; queue?: string; priority?: number }

/**
 * The priority of jobs that wait for servers which members choose. A lower number goes first, and other jobs have 0. Pushes
 * are queued by a trigger, which has this number too.
 */
export const afterOtherJobs = 10

/** Queues the job in the caller's transaction, so that it runs if and only if that commits. */
export async function enqueue<P>(tx: Db, job: Job<P>, payload: P, when: When = {}): Promise<void> {
  await sql`select ${newJob(job, payload, when)}`.execute(tx)
}

/** Queues the job as part of a larger statement. */
export const newJob = <P>({ name }: Job<P>, payload: P, { key, at, queue, priority }: When = {}) =>
  sql`graphile_worker.add_job(
    ${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${key ?? null}, run_at := ${at ?? null}::timestamptz,
    queue_name := ${queue ?? null}, priority := ${priority ?? null}
  )`
