import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

type Column = { schema: string; table: string; column: string; type: string }

/** Every column of every table there is, the job queue's and those of later features included. */
async function allColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2, c.ordinal_position`.execute(db)
  return rows
}

/** Where any of the words stands, without regard to case, accents or form: `public.members.email` and the like. */
export async function placesInDatabase(db: Db, words: string[]): Promise<string[]> {
  const places: string[] = []
  for (const column of await allColumns(db)) {
    if (await holds(db, column, words)) places.push(`${column.schema}.${column.table}.${column.column}`)
  }
  return places
}

async function holds(db: Db, { schema, table, column, type }: Column, words: string[]): Promise<boolean> {
  const value = sql.id(column)
  const isThere =
    type === 'bytea'
      ? sql`position(convert_to(word, 'UTF8') in ${value}) > 0`
      : sql`position(lower(word) in lower(${value}::text)) > 0
          or position(fold(word) in fold(${value}::text)) > 0`
  const { rows } = await sql`
    select 1 from ${sql.id(schema, table)}
    where exists (select from unnest(${words}::text[]) as word where ${isThere}) limit 1`.execute(db)
  return rows.length > 0
}

/** The files in or under a folder whose name or content holds any of the words. */
export async function placesInFolder(folder: string, words: string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const places: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? await readFile(path) : Buffer.alloc(0)
    if (words.some((word) => path.includes(word) || content.includes(word))) places.push(path)
  }
  return places
}

/** All files in or under a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
