import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

const ownFolder = fileURLToPath(new URL('migrations/', import.meta.url))
/** Any number will do, as long as no other program on this database takes the same. */
const lockNumber = 7_266_831

/**
 * Brings the database up to date. Each file is one transaction with its own row in `migrations`, so that a run that is cut
 * anywhere is simply run again; the lock lets several nodes start at once. A file that was applied never changes: its
 * checksum is compared at every start.
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
    await rejectOlder(client)
    await applyMissing(client, await readMigrations(folder), say)
    await runMigrations({ connectionString: url })
  } finally {
    await client.end()
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
  client: pg.Client,
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
      await apply(client, file)
    } else if (checksum !== file.checksum) {
      throw new Error(
        `${file.name} was changed after it was applied. Restore it, and make the change in a new file.`,
      )
    }
  }
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
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

/** Before version 1.0 the migrations were written anew, so that none of the earlier ones can be continued. */
async function rejectOlder(client: pg.Client): Promise<void> {
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
