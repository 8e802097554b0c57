import { Logger, parseCronItems, run, runOnce } from 'graphile-worker'
import type { TaskList } from 'graphile-worker'
import type { Deps } from '#api/deps.ts'
import { watchPools } from './dead-pools.ts'
import type { Job } from './job.ts'

export type Runner = { stop: () => Promise<void> }

function tasksOf(deps: Deps, jobs: Job[]): TaskList {
  const tasks = jobs.map((job): [string, (payload: unknown) => Promise<void>] => [
    job.name,
    async (payload) => {
      await job.run(deps, job.payload.parse(payload ?? {}))
    },
  ])
  return Object.fromEntries(tasks)
}

/** Only what went wrong is worth a line; the worker's own chatter is not. */
function loggerOf({ log }: Deps): Logger {
  return new Logger((scope) => (level, message, meta) => {
    if (level === 'error') log.error({ scope, err: meta?.['error'] }, message)
    else if (level === 'warning') log.warn({ scope, err: meta?.['error'] }, message)
    else log.trace({ scope }, message)
  })
}

/** Runs jobs as they come, here and on every other node; each job is taken by one. */
export async function runJobs(deps: Deps, jobs: Job[]): Promise<Runner> {
  const timed = jobs.flatMap(({ name, cron }) =>
    // Tried once: the next time comes by itself, and what fails for long must not pile up.
    cron ? [{ task: name, match: cron, options: { backfillPeriod: 0, maxAttempts: 1 } }] : [],
  )
  const watch = watchPools(deps)
  const runner = await run({
    pgPool: deps.pool,
    events: watch.events,
    taskList: tasksOf(deps, jobs),
    parsedCronItems: parseCronItems(timed),
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: loggerOf(deps),
  }).catch(async (error: unknown) => {
    await watch.stop()
    throw error
  })
  await watch.look()
  return {
    async stop() {
      await runner.stop().finally(watch.stop)
    },
  }
}

/** Runs what is due and returns: for tests, which do not wait for a clock. */
export async function runDueJobs(deps: Deps, jobs: Job[]): Promise<void> {
  await runOnce({
    pgPool: deps.pool,
    taskList: tasksOf(deps, jobs),
    noHandleSignals: true,
    logger: loggerOf(deps),
  })
}
