import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'

/**
 * Work done after the answer. Payloads hold ids and our own words, never names, texts or codes: they lie in the
 * database until the job has run. A job may run twice; whatever it does must bear that.
 */
export type Job<P = unknown> = {
  name: string
  payload: z.ZodType<P>
  run(deps: Deps, payload: P): Promise<void>
  /** When it runs by itself, as a cron pattern in UTC. */
  cron?: string
  /** By itself it then runs once at a time, whatever it waits for, with at most one more waiting. */
  queue?: string
}

export function job<P>(described: Job<P>): Job<P> {
  return described
}

type When = { key?: string; at?: Date }

/** Queues the job in the caller's transaction: it runs if and only if that commits. */
export async function enqueue<P>(
  tx: Db,
  { name }: Job<P>,
  payload: P,
  { key, at }: When = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${key ?? null}, run_at := ${at ?? null}::timestamptz
  )`.execute(tx)
}
