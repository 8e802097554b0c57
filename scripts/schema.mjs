// Writes what is derived from the migrations: the table types (api/src/db/schema.ts) and docs/schema.md with its picture.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readColumns, readReferences, schemaText } from '../api/src/db/describe-schema.ts'
import { startEmbedded } from '../api/src/db/embedded/embedded.ts'
import { migrate } from '../api/src/db/migrate.ts'
import { schemaPicture } from './schema-picture.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const migrations = join(root, 'api/src/db/migrations')
const folder = mkdtempSync(join(tmpdir(), 'rs-schema-'))
const server = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
try {
  await migrate(server.url)
  const client = new pg.Client(server.url)
  await client.connect()
  const [columns, references] = [await readColumns(client), await readReferences(client)]
  await client.end()
  writeFileSync(join(root, 'api/src/db/schema.ts'), schemaText(columns))
  writeFileSync(join(root, 'docs/schema.svg'), schemaPicture(topics(), columns, references))
  writeFileSync(join(root, 'docs/schema.md'), schemaPage())
  console.log('Wrote api/src/db/schema.ts, docs/schema.md and docs/schema.svg.')
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The tables that each migration creates, with the comment above each. */
function topics() {
  return readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(migrations, file), 'utf8')
      const tables = [...text.matchAll(/((?:^--.*\n)*)^create table (\w+)/gm)]
      return {
        file,
        tables: tables.map(([, comment, name]) => ({ name, about: comment.replaceAll(/^-- ?|\n$/gm, '') })),
      }
    })
    .filter(({ tables }) => tables.length > 0)
}

function schemaPage() {
  const sections = topics().map(({ file, tables }) => {
    const rows = tables.map(({ name, about }) => `| \`${name}\` | ${about.replaceAll('\n', ' ')} |`)
    return `## ${file}\n\n| table | what it holds |\n| --- | --- |\n${rows.join('\n')}\n`
  })
  return `# The tables\n\nWritten by \`npm run schema\` from the migrations; do not edit it.\n\n![Tables and their foreign keys](schema.svg)\n\n${sections.join('\n')}`
}
