import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Deps } from '#api/deps.ts'

/** Is long enough for a new pool to take its lock before another node checks it. */
const graceSeconds = 10
const everyMilliseconds = 15_000

/**
 * Frees the jobs of dead worker pools. A job belongs to the pool that took it, and the library reassigns it only after four
 * hours. So each pool has an advisory lock, which ends with its connection. A node that can take the lock knows that the pool
 * is dead, and frees its jobs.
 */
export function watchPools({ directPool, log }: Pick<Deps, 'directPool' | 'log'>) {
  const events: WorkerEvents = new EventEmitter()
  let ownId = ''
  let lockClient: pg.PoolClient | undefined
  let checking = Promise.resolve()

  function releaseLock(): void {
    lockClient?.release(true)
    lockClient = undefined
  }

  async function checkOnce(): Promise<void> {
    try {
      lockClient ??= await lockPool(directPool, ownId, releaseLock)
      await freeDead(lockClient, ownId)
    } catch (error) {
      // If the database is down, the lock is lost too. The next check takes it again.
      log.warn({ err: error }, 'could not check for dead workers')
      releaseLock()
    }
  }

  // Checks run one after the other, so that a stop can wait for the current one.
  const check = () => (checking = checking.then(checkOnce))

  events.on('pool:create', ({ workerPool }) => (ownId = workerPool.id))
  const timer = setInterval(check, everyMilliseconds)
  const stop = () => {
    clearInterval(timer)
    return checking.then(releaseLock)
  }
  return { events, check, stop }
}

async function lockPool(pool: pg.Pool, id: string, onLost: () => void): Promise<pg.PoolClient> {
  const client = await pool.connect()
  // The next check replaces a lost idle connection.
  client.on('error', onLost)
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [id])
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function freeDead(client: pg.PoolClient, ownId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct locked_by as id from graphile_worker.jobs
     where locked_by <> $1 and locked_at < now() - make_interval(secs => $2)`,
    [ownId, graceSeconds],
  )
  for (const { id } of rows) {
    const taken = await client.query<{ is_dead: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_dead',
      [id],
    )
    if (!taken.rows[0]?.is_dead) continue
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id])
  }
}
