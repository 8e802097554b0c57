import { sql, type InsertObject, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'

type Table = keyof Tables
type Row<T extends Table> = Selectable<Tables[T]>

/** Writes rows that no endpoint writes, or not in this state. */
export async function insertRows<T extends Table>(
  db: Db,
  table: T,
  rows: InsertObject<Tables, T> | InsertObject<Tables, T>[],
): Promise<void> {
  await db.insertInto(table).values(rows).execute()
}

export function insertRow<T extends Table>(
  db: Db,
  table: T,
  row: InsertObject<Tables, T>,
): Promise<{ id: number }> {
  const id = sql<number>`id`.as('id')
  return db.insertInto(table).values(row).returning(id).executeTakeFirstOrThrow()
}

export async function updateRows<T extends Table>(
  db: Db,
  table: T,
  where: Partial<Row<T>>,
  values: Updateable<Tables[T]>,
): Promise<void> {
  const changes = entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${matching(where)}`.execute(db)
}

/** Of all columns, or of these. */
export async function readRows<T extends Table, C extends keyof Row<T> & string = keyof Row<T> & string>(
  db: Db,
  table: T,
  where: Partial<Row<T>>,
  columns?: C[],
): Promise<Pick<Row<T>, C>[]> {
  const names = columns ? sql.join(columns.map((name) => sql.ref(name))) : sql`*`
  const query = sql<Pick<Row<T>, C>>`select ${names} from ${sql.table(table)} where ${matching(where)}`
  return (await query.execute(db)).rows
}

export async function readRow<T extends Table, C extends keyof Row<T> & string = keyof Row<T> & string>(
  ...query: Parameters<typeof readRows<T, C>>
): Promise<Pick<Row<T>, C>> {
  const [row] = await readRows(...query)
  if (!row) throw new Error(`There is no such row in ${query[1]}.`)
  return row
}

function matching(where: object): RawBuilder<unknown> {
  const parts = entries(where).map(([name, value]) => sql`${sql.ref(name)} is not distinct from ${value}`)
  return sql.join(parts, sql` and `)
}

function entries(values: object): [string, unknown][] {
  return Object.entries(values)
}
