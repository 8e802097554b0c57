import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#api/test/database.ts'
import { readColumns, schemaText } from './describe-schema.ts'

/** Removes the layout, which the formatter has changed in the file. */
const compact = (text: string) => text.replaceAll(/[\s|]+/g, ' ')

async function inMigratedDatabase<T>(read: (client: pg.Client) => Promise<T>): Promise<T> {
  const { url, drop } = await cloneDatabase()
  const client = new pg.Client(url)
  await client.connect()
  const result = await read(client)
  await client.end()
  await drop()
  return result
}

test('schema.ts is what `npm run schema` writes from the migrated database', async () => {
  const columns = await inMigratedDatabase(readColumns)
  const written = readFileSync(new URL('schema.ts', import.meta.url), 'utf8')
  expect(compact(written)).toBe(compact(schemaText(columns)))
})

test('docs/triggers.md names each trigger once', async () => {
  const page = readFileSync(new URL('../../../docs/triggers.md', import.meta.url), 'utf8')
  const named = Array.from(page.slice(page.indexOf('|---')).matchAll(/`(\w+)`/g), ([, name]) => name)
  const { rows } = await inMigratedDatabase((client) =>
    client.query<{ name: string }>(`
      select distinct tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace`),
  )
  expect(rows.length).toBeGreaterThan(40)
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
