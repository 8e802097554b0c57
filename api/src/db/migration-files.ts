import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { sqlState } from './db.ts'
import { inShortTransaction } from './short-transaction.ts'

const undefinedTable = '42P01'
/**
 * The first line of a file with statements that PostgreSQL rejects inside a transaction, such as `create index concurrently`.
 */
const withoutTransaction = '-- no transaction\n'
/** The first line of the files that replaced others. A database in which the named one was applied last has what they make. */
const replacement = /^-- replaces up to (\S+)\n/

export type Migration = { name: string; text: string; checksum: string }

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Returns the checksums of the applied files by name: none for a database that was never migrated. */
export async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client
    .query<{ name: string; checksum: string }>('select * from migrations')
    .catch((error: unknown) => {
      if (sqlState(error) !== undefinedTable) throw error
      return { rows: [] }
    })
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/**
 * Applies all new files. Each is one transaction with its own row in `migrations`, so that an interrupted run can simply be
 * repeated. A file without a transaction must be written so that it can be repeated too. An applied file never changes.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  files: Migration[],
  say: (line: string) => void,
): Promise<void> {
  await markReplacements(client, files)
  const applied = await readApplied(client)
  rejectOlder(applied, files)
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

/** In a database that has all of the replaced files, what replaces them counts as applied. */
async function markReplacements(client: pg.ClientBase, files: Migration[]): Promise<void> {
  const applied = await readApplied(client)
  const replaced = files
    .map(({ text }) => replacement.exec(text)?.[1] ?? '')
    .find((name) => applied.has(name))
  if (replaced === undefined) return
  await inShortTransaction(client, async () => {
    await client.query('delete from migrations where name collate "C" <= $1', [replaced])
    for (const file of files)
      if (replacement.exec(file.text)?.[1] === replaced) await insertApplied(client, file)
  })
}

async function insertApplied(client: pg.ClientBase, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}

async function apply(client: pg.ClientBase, file: Migration): Promise<void> {
  try {
    if (file.text.startsWith(withoutTransaction)) return await applyEach(client, file)
    await inShortTransaction(client, async () => {
      await client.query(file.text)
      await insertApplied(client, file)
    })
  } catch (error) {
    throw new Error(`The database could not be updated: ${file.name} failed.`, { cause: error })
  }
}

/**
 * Sends one statement at a time, because several sent at once are a transaction. Each ends with a semicolon at a line's end.
 */
async function applyEach(client: pg.ClientBase, file: Migration): Promise<void> {
  for (const statement of file.text.split(/;\n/)) if (statement.trim() !== '') await client.query(statement)
  await insertApplied(client, file)
}

/** Rejects databases from before the replaced files, which cannot be continued. */
function rejectOlder(applied: Map<string, string>, files: Migration[]): void {
  if (applied.size === 0 || applied.has(files[0]?.name ?? '')) return
  throw new Error(
    'This database was made by an older version. Start the version before this one once, which updates it. Or start ' +
      'with an empty one: delete the folder in DATA_DIR (.data unless set), or name another database in DATABASE_URL.',
  )
}

export function rejectNewer(applied: Map<string, string>, files: Migration[]): void {
  const known = new Set(files.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `This database was updated by a newer Rootsquare (${unknown.join(', ')}). Start that version instead.`,
    )
  }
}
