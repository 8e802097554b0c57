import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#api/test/database.ts'
import { readColumns, schemaText } from './describe-schema.ts'

/** Without the layout, which the formatter has changed in the file. */
const compact = (text: string) => text.replaceAll(/[\s|]+/g, ' ')

test('schema.ts is what `npm run schema` writes from the migrated database', async () => {
  const { url, drop } = await cloneDatabase()
  const client = new pg.Client(url)
  await client.connect()
  const columns = await readColumns(client)
  await client.end()
  await drop()
  const written = readFileSync(new URL('schema.ts', import.meta.url), 'utf8')
  expect(compact(written)).toBe(compact(schemaText(columns)))
})
