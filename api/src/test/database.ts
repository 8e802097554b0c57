import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { startEmbedded } from '#api/db/embedded/embedded.ts'
import { migrate } from '#api/db/migrate.ts'
import { openDb, openPool } from '#api/db/db.ts'
import { seedReference } from '#api/seed/reference.ts'
import { makeEmptyDatabase } from '#api/test/processes/empty-database.ts'
import { memoryFolder } from '#api/test/processes/memory-folder.ts'

/** Tests may lose their data, so nothing is synced to disk. Autovacuum would keep databases from being dropped. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  autovacuum: 'off',
  max_connections: '300',
}

const variable = 'TEST_DATABASE_URL'
const template = 'rootsquare_template'

/**
 * One server for the whole run with a migrated and seeded template, which each test file clones in milliseconds.
 * With TEST_DATABASE_URL set, that server is used instead of an embedded one.
 */
export async function setup(): Promise<() => Promise<void>> {
  const removeEmptyDatabase = await makeEmptyDatabase()
  const externalUrl = process.env[variable]
  if (externalUrl !== undefined) {
    await prepareTemplate(externalUrl)
    return removeEmptyDatabase
  }
  const folder = await memoryFolder('rs-test-')
  const embedded = await startEmbedded({ dataDir: folder, settings: fastSettings })
  process.env[variable] = embedded.url
  await prepareTemplate(embedded.url)
  return async () => {
    await removeEmptyDatabase()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
    delete process.env[variable]
  }
}

async function prepareTemplate(url: string): Promise<void> {
  await withServer(url, async (client) => {
    await client.query(`drop database if exists ${template} with (force)`)
    await client.query(`create database ${template}`)
  })
  const own = databaseIn(url, template)
  await migrate(own)
  const pool = openPool(own, () => {}, 2)
  await seedReference(openDb(pool), new Date())
  await pool.end()
}

export type Clone = { url: string; drop: () => Promise<void> }

export async function cloneDatabase(): Promise<Clone> {
  const url = process.env[variable]
  if (url === undefined)
    throw new Error('No test database: run the tests through npm test or vitest, which start one.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withServer(url, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  return {
    url: databaseIn(url, name),
    drop: async () => {
      await withServer(url, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

function databaseIn(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function withServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseIn(url, 'postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
