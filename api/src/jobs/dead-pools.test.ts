import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { enqueue, job } from '#api/jobs/job.ts'
import { runJobs } from '#api/jobs/runner.ts'
import { watchPools } from '#api/jobs/dead-pools.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'

/** Adds a job that a worker of that name took a while ago, as a process killed with -9 leaves it. */
async function takenBy(app: TestApp, worker: string): Promise<void> {
  await enqueue(app.deps.db, greet, {})
  await sql`update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - interval '1 minute'`.execute(app.deps.db)
}

const greet = job({ name: 'greet', payload: z.looseObject({}), run: async () => {} })

async function owners(app: TestApp): Promise<(string | null)[]> {
  const { rows } = await sql<{
    locked_by: string | null
  }>`select locked_by from graphile_worker.jobs`.execute(app.deps.db)
  return rows.map((row) => row.locked_by)
}

test('runs a job of a killed worker at the next start', async () => {
  const app = await temporaryApp()
  await takenBy(app, 'worker-of-a-dead-process')
  const runner = await runJobs(app.deps, [greet])
  onTestFinished(() => runner.stop())
  await expect.poll(() => owners(app)).toEqual([])
})

test('does not touch a job of a worker on another node', async () => {
  const app = await temporaryApp()
  const other = await temporaryApp({ sameDatabaseAs: { url: app.databaseUrl } })
  const work = Promise.withResolvers<void>()
  const slow = job({ name: 'slow', payload: z.looseObject({}), run: () => work.promise })
  const living = await runJobs(other.deps, [slow])
  onTestFinished(() => living.stop())
  await enqueue(app.deps.db, slow, {})
  await expect.poll(() => owners(app)).toEqual([expect.any(String)])
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`.execute(
    app.deps.db,
  )
  const watch = watchPools(app.deps)
  onTestFinished(() => watch.stop())
  await watch.check()
  expect(await owners(app)).toEqual([expect.any(String)])
  work.resolve()
})

test('an outage between two checks causes no error', async () => {
  const lines: string[] = []
  const app = await temporaryApp({ log: (line) => lines.push(line) })
  const watch = watchPools(app.deps)
  onTestFinished(() => watch.stop())
  await watch.check()
  const lost = new Promise<void>((resolve) => app.deps.pool.once('remove', () => resolve()))
  const other = await temporaryApp({ sameDatabaseAs: { url: app.databaseUrl } })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.deps.db)
  await lost
  await takenBy(other, 'worker-of-a-dead-process')
  await watch.check()
  expect(await owners(other)).toEqual([null])
  expect(lines.filter((line) => line.includes('could not check for dead workers'))).toEqual([])
})

test('repeats a failed check at the next interval', async () => {
  const app = await temporaryApp()
  const watch = watchPools(app.deps)
  onTestFinished(() => watch.stop())
  await watch.check()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.deps.db)
  await takenBy(app, 'worker-of-a-dead-process')
  await expect.poll(() => watch.check().then(() => owners(app))).toEqual([null])
})
