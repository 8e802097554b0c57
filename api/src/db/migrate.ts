import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { sqlState, timeouts } from './db.ts'

const ownFolder = fileURLToPath(new URL('migrations/', import.meta.url))
/** Any number works, as long as no other program on this database locks the same one. */
const lockNumber = 7_266_831
const lockNotAvailable = '55P03'
const undefinedTable = '42P01'
const lockPauseMs = 1000
const maxLockTries = 300

/**
 * The first line of a file with statements that PostgreSQL rejects inside a transaction, such as `create index concurrently`.
 */
const withoutTransaction = '-- no transaction\n'

/**
 * Applies all new migrations. Each file is one transaction with its own row in `migrations`, so that an interrupted run can
 * simply be repeated. A file without a transaction must be written so that it can be repeated too. The lock lets several
 * nodes start at once. An applied file never changes: its checksum is compared at every start.
 */
export async function migrate(
  url: string,
  say: (line: string) => void = () => {},
  folder = ownFolder,
): Promise<void> {
  await withLock(url, async (client, pool) => {
    await requireVersion(client)
    await rejectOlder(client)
    await applyMissing(client, await readMigrations(folder), say)
    await runMigrations({ pgPool: pool })
    // Otherwise PostgreSQL plans the function's four statements again for each job, which takes twice as long as running
    // them.
    await client.query('alter function graphile_worker.add_jobs set plan_cache_mode = force_generic_plan')
  })
}

/** Rejects a database that another version has migrated, or none. It changes nothing. */
export async function requireMigrated(url: string, folder = ownFolder): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect().catch(throwUnreachable)
  try {
    const { rows } = await client
      .query<Applied>('select name, checksum from migrations')
      .catch((error: unknown) => {
        if (sqlState(error) !== undefinedTable) throw error
        return { rows: [] }
      })
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const files = await readMigrations(folder)
    rejectNewer(applied, files)
    if (files.every(({ name }) => applied.has(name))) return
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

type Applied = { name: string; checksum: string }
type Migration = Applied & { text: string }

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyMissing(
  client: pg.ClientBase,
  files: Migration[],
  say: (line: string) => void,
): Promise<void> {
  await client.query(
    `create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<Applied>('select name, checksum from migrations')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  rejectNewer(applied, files)
  for (const file of files) {
    const checksum = applied.get(file.name)
    if (checksum === undefined) {
      say(`Updating the database: ${file.name}`)
      await (file.text.startsWith(withoutTransaction) ? applyEach(client, file) : apply(client, file))
    } else if (checksum !== file.checksum) {
      throw new Error(
        `${file.name} was changed after it was applied. Restore it, and make the change in a new file.`,
      )
    }
  }
}

/**
 * Applies a file. A statement that waits for a lock makes all later calls to that table wait behind it, even those of nodes
 * of the previous version. So it gives up soon and tries again, for about as long as our longest transaction takes.
 */
async function apply(client: pg.ClientBase, file: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyOnce(client, file)
    } catch (error) {
      // If the connection is lost, the server has rolled back already.
      await client.query('rollback').catch(() => {})
      if (sqlState(error) !== lockNotAvailable || tries === maxLockTries)
        throw new Error(`The database could not be updated: ${file.name} failed.`, { cause: error })
      await setTimeout(lockPauseMs)
    }
  }
}

async function applyOnce(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '1s'`)
  await client.query(text)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  await client.query('commit')
}

/**
 * Sends one statement at a time, because several sent at once are a transaction. Each ends with a semicolon at a line's end.
 */
async function applyEach(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  try {
    for (const statement of text.split(/;\n/)) if (statement.trim() !== '') await client.query(statement)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new Error(`The database could not be updated: ${name} failed.`, { cause: error })
  }
}

async function requireVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  if (Number(rows[0]?.version) < 150_000) throw new Error('DATABASE_URL: PostgreSQL 15 or later is needed.')
}

/** Rejects databases from before version 1.0, because the migrations were rewritten then and cannot be continued. */
async function rejectOlder(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select from information_schema.tables where table_schema = 'public' and table_name = 'migrations'
     and not exists (select from information_schema.columns
       where table_schema = 'public' and table_name = 'migrations' and column_name = 'checksum')`,
  )
  if (rows.length > 0) {
    throw new Error(
      'This database was made by a version before 1.0, which cannot be updated. Start with an empty one: ' +
        'delete the folder in DATA_DIR (.data unless set), or name another database in DATABASE_URL.',
    )
  }
}

function rejectNewer(applied: Map<string, string>, files: Migration[]): void {
  const known = new Set(files.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `This database was updated by a newer Rootsquare (${unknown.join(', ')}). Start that version instead.`,
    )
  }
}
