import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

/** Returns the columns of tables that the statements name, such as `posts.caption`: a view depends on exactly these. */
export async function columnsUsedBy(db: Db, statements: string[]): Promise<string[]> {
  const tx = await db.startTransaction().execute()
  try {
    for (const [index, statement] of statements.entries())
      await sql`create temp view ${sql.id(`used_${index}`)} as ${sql.raw(statement)}`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      select distinct concat(relname, '.', attname) as name
      from pg_depend join pg_rewrite on pg_rewrite.oid = objid
        join pg_class on pg_class.oid = refobjid join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where ev_class in (select oid from pg_class where relnamespace = pg_my_temp_schema()) and relkind = 'r'
      order by 1`.execute(tx)
    return rows.map(({ name }) => name)
  } finally {
    await tx.rollback().execute()
  }
}
