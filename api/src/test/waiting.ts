import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestApp } from '#api/test/test-app.ts'

/** Returns once so many statements wait for a lock, or `isOver` returns true. */
export async function untilWaiting(app: TestApp, count: number, isOver = () => false): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db)
    if (rows.length >= count || isOver()) return
    await setTimeout(10)
  }
  throw new Error(`Fewer than ${count} statements wait for a lock.`)
}

/** On a connection of its own, with the effect of this statement, until it is committed. */
export async function openTransaction({ deps }: TestApp, statement: string, values: unknown[] = []) {
  const client = await deps.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  const commit = async () => {
    await client.query('commit')
    client.release()
  }
  return { client, commit }
}

/** Begins the call while the statement is not yet committed, and commits once the call waits for it. */
export async function callDuring<T>(
  app: TestApp,
  statement: string,
  values: unknown[],
  call: () => Promise<T>,
): Promise<T> {
  const { commit } = await openTransaction(app, statement, values)
  let isOver = false
  const calling = call().finally(() => (isOver = true))
  // The awaiting caller gets the error, which may occur before the await.
  calling.catch(() => {})
  await untilWaiting(app, 1, () => isOver)
  await commit()
  return calling
}

/** Returns the number of deadlocks in this database. Each connection counts its own for a while, so all are asked to report them. */
export async function deadlocks({ deps: { pool } }: TestApp): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')))
  for (const client of clients) client.release()
  const { rows } = await pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks)
}
