// Writes what is derived from the migrations: the table types (api/src/db/schema.ts) and docs/schema.md with its picture.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readColumns, schemaText } from '../api/src/db/describe-schema.ts'
import { startEmbedded } from '../api/src/db/embedded/embedded.ts'
import { migrate } from '../api/src/db/migrate.ts'
import { describeTables } from './describe-tables.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rs-schema-'))
const server = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
try {
  await migrate(server.url)
  const client = new pg.Client(server.url)
  await client.connect()
  const columns = await readColumns(client)
  const { page, picture } = await describeTables(client)
  await client.end()
  writeFileSync(join(root, 'api/src/db/schema.ts'), schemaText(columns))
  writeFileSync(join(root, 'docs/schema.svg'), picture)
  writeFileSync(join(root, 'docs/schema.md'), page)
  console.log('Wrote api/src/db/schema.ts, docs/schema.md and docs/schema.svg.')
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
