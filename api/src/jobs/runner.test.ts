import { expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { z } from 'zod'
import { enqueue, job } from '#api/jobs/job.ts'
import { runJobs, toCronItems } from '#api/jobs/runner.ts'
import { temporaryApp } from '#api/test/shared-app.ts'

const EmptyPayload = z.looseObject({})

/** Connects to another database of the same server. */
async function connectToServer(databaseUrl: string): Promise<{ client: pg.Client; name: string }> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  onTestFinished(() => client.end())
  return { client, name }
}

test('new workers start when the database is back', async () => {
  const lines: string[] = []
  const app = await temporaryApp({ log: (line) => lines.push(line) })
  // Each worker has a gate. The jobs end one after the other, so that each result is stored separately and fails.
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  let begun = 0
  const slow = job({ name: 'slow', payload: EmptyPayload, run: async () => gates[begun++]?.promise })
  const done: string[] = []
  const quick = job({ name: 'quick', payload: EmptyPayload, run: async () => void done.push('quick') })
  const runner = await runJobs(app.deps, [slow, quick])
  onTestFinished(() => runner.stop())
  for (const _ of gates) await enqueue(app.deps.db, slow, {})
  await expect.poll(() => begun).toBe(gates.length)

  const { client, name } = await connectToServer(app.databaseUrl)
  await client.query(`alter database ${name} allow_connections false`)
  // This waits until the connections have ended, because one of them could still store a result.
  await client.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [
    name,
  ])
  const failures = () => lines.filter((line) => line.includes('Failed to complete jobs')).length
  for (const [nth, gate] of gates.entries()) {
    gate.resolve()
    await expect.poll(failures).toBe(nth + 1)
  }
  await expect.poll(async () => (await app.call('GET', '/health/ready')).status).toBe(503)
  await client.query(`alter database ${name} allow_connections true`)

  await expect.poll(async () => (await app.call('GET', '/health/ready')).status).toBe(200)
  await enqueue(app.deps.db, quick, {})
  await expect.poll(() => done).toEqual(['quick'])
})

test('a job that fails is retried, and its error is logged', async () => {
  const lines: string[] = []
  const app = await temporaryApp({ log: (line) => lines.push(line) })
  const failing = job({
    name: 'failing',
    payload: EmptyPayload,
    run: async () => {
      throw new Error('the yam is not ripe')
    },
  })
  const runner = await runJobs(app.deps, [failing])
  onTestFinished(() => runner.stop())
  await enqueue(app.deps.db, failing, {})
  await expect.poll(() => lines.join('')).toContain('the yam is not ripe')
})

test('scheduled jobs do not overlap or pile up', () => {
  const run = async () => {}
  const each = { payload: EmptyPayload, run, cron: '* * * * *' }
  const [alone, usual] = toCronItems([
    job({ ...each, name: 'alone', queue: 'payments' }),
    job({ ...each, name: 'usual' }),
  ])
  expect(alone?.options).toMatchObject({ queueName: 'payments', jobKey: 'alone' })
  expect(usual?.options).not.toHaveProperty('queueName')
})
