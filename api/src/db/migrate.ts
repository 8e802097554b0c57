import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

const ownFolder = fileURLToPath(new URL('migrations/', import.meta.url))
/** Any number will do, as long as no other program on this database takes the same. */
const lockNumber = 7_266_831

/**
 * Brings the database up to date. Each file is one transaction with its own entry in the ledger, so a run that is
 * cut anywhere is simply run again; the lock lets several nodes start at once.
 */
export async function migrate(
  url: string,
  say: (line: string) => void = () => {},
  folder = ownFolder,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'rootsquare migrate',
    connectionTimeoutMillis: 5000,
  })
  // The statement that was cut off tells; the event besides would end the process with a stack.
  client.on('error', () => {})
  await client.connect().catch((cause: unknown) => {
    throw new Error('The database could not be reached; check DATABASE_URL.', { cause })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await requireVersion(client)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    rejectNewer(done, files)
    for (const name of files.filter((file) => !done.has(file))) {
      say(`Updating the database: ${name}`)
      await apply(client, name, await readFile(join(folder, name), 'utf8'))
    }
    await runMigrations({ connectionString: url })
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    // Where the connection is gone, the server has rolled back already.
    await client.query('rollback').catch(() => {})
    throw new Error(`The database could not be updated: ${name} failed.`, { cause: error })
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  if (Number(rows[0]?.version) < 150_000) throw new Error('DATABASE_URL: PostgreSQL 15 or later is needed.')
}

function rejectNewer(done: Set<string>, files: string[]): void {
  const unknown = [...done].filter((name) => !files.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `This database was updated by a newer Rootsquare (${unknown.join(', ')}). Start that version instead.`,
    )
  }
}
