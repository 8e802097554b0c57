import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { timeouts } from './db.ts'
import { applyMigrations, readApplied, readMigrations, rejectNewer } from './migration-files.ts'
import { applyRoutines, hasCurrentRoutines, readRoutines } from './routines.ts'

type Folders = { migrations: string; routines: string }

const ownFolders: Folders = {
  migrations: fileURLToPath(new URL('migrations/', import.meta.url)),
  routines: fileURLToPath(new URL('routines/', import.meta.url)),
}
/** Any number works, as long as no other program on this database locks the same one. */
const lockNumber = 7_266_831

/**
 * Applies all new migrations, and then the routines that have changed. The lock lets several nodes start at once.
 */
export async function migrate(
  url: string,
  say: (line: string) => void = () => {},
  folders = ownFolders,
): Promise<void> {
  await withLock(url, async (client, pool) => {
    await requireVersion(client)
    await client.query(`
      create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now());
      create table if not exists routines (object text primary key, checksum text not null)`)
    await applyMigrations(client, await readMigrations(folders.migrations), say)
    await applyRoutines(client, await readRoutines(folders.routines), say)
    await runMigrations({ pgPool: pool })
    // Otherwise PostgreSQL plans the function's four statements again for each job, which takes twice as long as running
    // them.
    await client.query('alter function graphile_worker.add_jobs set plan_cache_mode = force_generic_plan')
  })
}

/** Rejects a database that another version has migrated, or none. It changes nothing. */
export async function requireMigrated(url: string, folders = ownFolders): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect().catch(throwUnreachable)
  try {
    const applied = await readApplied(client)
    const files = await readMigrations(folders.migrations)
    const missing = files.filter(({ name }) => !applied.has(name))
    if (missing.length === 0) rejectNewer(applied, files)
    const isReady =
      missing.length === 0 && (await hasCurrentRoutines(client, await readRoutines(folders.routines)))
    if (isReady) return
    throw new Error('The database is not ready for this version. Start the product once, which updates it.')
  } finally {
    await client.end()
  }
}

/** Makes the timeouts defaults of the role in this database, because a pooler rejects them when its clients send them. */
export async function setRoleTimeouts(url: string): Promise<void> {
  await withLock(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const database = client.escapeIdentifier(rows[0]?.name ?? '')
    for (const [name, value] of Object.entries(timeouts)) {
      await client.query(`alter role current_user in database ${database} set ${name} = ${value}`)
    }
  })
}

/** Checks that both URLs lead to one database. Migrations, LISTEN and locks on another one would go unnoticed for long. */
export async function isSameDatabase(one: string, other: string): Promise<boolean> {
  return (await databaseAt(one)) === (await databaseAt(other))
}

async function databaseAt(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect().catch(throwUnreachable)
  // The time is not compared as text, which depends on the time zone of the role or of the pooler.
  const result = await client
    .query<{ name: string }>(
      'select concat(current_database(), extract(epoch from pg_postmaster_start_time())) as name',
    )
    .finally(() => client.end())
  return result.rows[0]?.name ?? ''
}

function throwUnreachable(cause: unknown): never {
  throw new Error('The database could not be reached; check DATABASE_URL, and DATABASE_DIRECT_URL if set.', {
    cause,
  })
}

/** Runs one node at a time. Its statements may take as long as they need. */
async function withLock(
  url: string,
  work: (client: pg.PoolClient, pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'rootsquare migrate',
    connectionTimeoutMillis: 5000,
    onConnect: (client) =>
      client.query(
        Object.keys(timeouts)
          .map((name) => `set ${name} = 0`)
          .join(';'),
      ),
  })
  // The interrupted statement fails anyway. Without listeners these events would end the process with a stack trace.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const client = await pool.connect().catch(throwUnreachable)
  try {
    await takeLock(client)
    await work(client, pool)
  } finally {
    client.release(true)
    await pool.end()
  }
}

/** Polls for the lock: a waiting statement would hold a snapshot, and an index that is created concurrently waits for that. */
async function takeLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockNumber,
    ])
    if (rows[0]?.taken) return
    await setTimeout(100)
  }
}

async function requireVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  if (Number(rows[0]?.version) < 150_000) throw new Error('DATABASE_URL: PostgreSQL 15 or later is needed.')
}
