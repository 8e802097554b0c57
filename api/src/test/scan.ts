import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

type Column = { schema: string; table: string; column: string; type: string }

/** All columns of all tables, including the job queue, but for those of types that cannot hold a word. */
async function allColumns(db: Db): Promise<Column[]> {
  // The views of information_schema would say the same, and take a hundred times as long.
  const { rows } = await sql<Column>`
    select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
      and t.typname not in ('bool', 'int2', 'int4', 'int8', 'float8', 'numeric', 'date', 'timestamptz')
    order by 1, 2, a.attnum`.execute(db)
  return rows
}

/**
 * The columns that contain any of the texts, such as `public.members.email`, without regard to case, accents or form.
 * A text has a letter or a leading zero. Searches all columns, or only those `among`.
 */
export async function placesInDatabase(db: Db, texts: string[], among?: string[]): Promise<string[]> {
  const places: string[] = []
  for (const column of await allColumns(db)) {
    const place = `${column.schema}.${column.table}.${column.column}`
    if (among && !among.includes(place)) continue
    if (await holds(db, column, texts)) places.push(place)
  }
  return places
}

async function holds(db: Db, column: Column, texts: string[]): Promise<boolean> {
  const { rows } = await (column.type === 'bytea' ? bytesWith : textsWith)(column, texts).execute(db)
  return rows.length > 0
}

function bytesWith({ schema, table, column }: Column, texts: string[]) {
  return sql`
    select 1 from ${sql.id(schema, table)}, unnest(${texts}::text[]) as word
    where position(convert_to(word, 'UTF8') in ${sql.id(column)}) > 0 limit 1`
}

/** Materialized, because folding is slow and needed once per value. */
function textsWith({ schema, table, column }: Column, texts: string[]) {
  return sql`
    with source as materialized (
      select lower(word) as lowered, fold(word) as folded from unnest(${texts}::text[]) as word
    ), stored as materialized (
      select lower(value) as lowered, fold(value) as folded
      from (select distinct ${sql.id(column)}::text as value from ${sql.id(schema, table)}) as texts
    )
    select 1 from stored, source
    where position(source.lowered in stored.lowered) > 0 or position(source.folded in stored.folded) > 0 limit 1`
}

/** The files below a folder whose name or content contains any of the words. */
export async function placesInFolder(folder: string, texts: string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const places: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? await readFile(path) : Buffer.alloc(0)
    if (texts.some((word) => path.includes(word) || content.includes(word))) places.push(path)
  }
  return places
}

/** All files below a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
