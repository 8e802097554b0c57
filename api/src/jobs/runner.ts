import { setTimeout } from 'node:timers/promises'
import { Logger, parseCronItems, run } from 'graphile-worker'
import type { Task, TaskList, WorkerEvents } from 'graphile-worker'
import type { Deps } from '#api/deps.ts'
import { jobRuns } from '#api/ports/metrics/metrics.ts'
import { watchPools } from './dead-pools.ts'
import type { Job } from './job.ts'

type Runner = { stop: () => Promise<void> }

/** The pause before stopped workers are replaced. */
const pauseMilliseconds = 1000

function taskOf(deps: Deps, job: Job): Task {
  const { name } = job
  return async (payload, helpers) => {
    const jobId = helpers.job.id
    const span = deps.telemetry?.startJob(name, { 'messaging.message.id': jobId })
    const log = deps.log.child({ job: name, jobId, ...(span && { traceId: span.traceId }) })
    const work = async () => job.run({ ...deps, log }, job.payload.parse(payload ?? {}))
    try {
      await (span ? span.run(work) : work())
      jobRuns.inc({ name, result: 'done' })
      span?.end()
    } catch (error) {
      jobRuns.inc({ name, result: 'failed' })
      span?.end({ errorType: error instanceof Error ? error.name : 'unknown' })
      throw error
    }
  }
}

/** Returns a logger that logs only errors and warnings of the library. */
function loggerOf({ log }: Deps): Logger {
  return new Logger((scope) => (level, message, meta) => {
    if (level === 'error') log.error({ scope, err: meta?.['error'] }, message)
    else if (level === 'warning') log.warn({ scope, err: meta?.['error'] }, message)
    else log.trace({ scope }, message)
  })
}

type Pool = { ended: Promise<void>; stop: () => Promise<void> }

/** Stores each result by itself, because the library's unbatched path leaves a rejection unhandled, which ends the process. */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

export function workerOptions(deps: Deps, jobs: Job[]) {
  const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.name, taskOf(deps, job)]))
  return { pgPool: deps.directPool, taskList, preset, noHandleSignals: true, logger: loggerOf(deps) }
}

async function startPool(deps: Deps, jobs: Job[]): Promise<Pool> {
  const watch = watchPools(deps)
  const runner = await run({
    ...workerOptions(deps, jobs),
    events: watch.events,
    parsedCronItems: parseCronItems(toCronItems(jobs)),
    concurrency: 4,
    pollInterval: 2000,
  }).catch(async (error: unknown) => {
    await watch.stop()
    throw error
  })
  const ended = Promise.race([runner.promise, endOfFailed(watch.events)]).catch((error: unknown) =>
    deps.log.error({ err: error }, 'the workers stopped'),
  )
  await watch.check()
  // The library rejects a stop of workers that have stopped by themselves. Then this only waits for their end.
  const stop = () => Promise.race([runner.stop().catch(() => ended), ended]).finally(watch.stop)
  return { ended, stop }
}

/**
 * Resolves when all workers of a pool that could not store a result have stopped. After several such failures the library's
 * count of pending results is negative, and its own promise waits forever for zero.
 */
function endOfFailed(events: WorkerEvents): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  events.once('pool:fatalError', () => {
    events.once('pool:gracefulShutdown:complete', () => resolve())
    events.once('pool:forcefulShutdown:complete', () => resolve())
    events.once('pool:forcefulShutdown:error', () => resolve())
  })
  return promise
}

/** Returns the scheduled jobs in the library's format. */
export function toCronItems(jobs: Job[]) {
  // Scheduled jobs are not retried: they run again anyway, and failing ones must not pile up.
  const options = { backfillPeriod: 0, maxAttempts: 1 }
  return jobs.flatMap(({ name, cron, queue }) => {
    const alone = queue && { queueName: queue, jobKey: name }
    return cron ? [{ task: name, match: cron, options: { ...options, ...alone } }] : []
  })
}

/**
 * Runs jobs on this node; each job is taken by one node. Workers that lose the database are replaced.
 */
export async function runJobs(deps: Deps, jobs: Job[]): Promise<Runner> {
  const stopping = new AbortController()
  let pool = await startPool(deps, jobs)

  async function replaceEnded(): Promise<void> {
    await pool.ended
    if (stopping.signal.aborted) return
    await pool.stop().catch(() => {})
    while (!stopping.signal.aborted) {
      await setTimeout(pauseMilliseconds, undefined, { signal: stopping.signal }).catch(() => {})
      const next = stopping.signal.aborted ? null : await startPool(deps, jobs).catch(() => null)
      if (next === null) continue
      pool = next
      // The stop came while these workers were starting, so they have not received it.
      if (stopping.signal.aborted) await pool.stop()
      return replaceEnded()
    }
  }

  const replacing = replaceEnded()
  return {
    async stop() {
      stopping.abort()
      await pool.stop()
      await replacing
    },
  }
}
