import { resolve } from 'node:path'
import pg from 'pg'
import { ensureServer, findCluster, urlOfRunning } from '#api/db/embedded/existing.ts'
import { waitUntil } from '#api/db/embedded/wait.ts'
import { requireMigrated } from '#api/db/migrate.ts'
import type { Deps } from '#api/deps.ts'
import { openDeps } from '../open-deps.ts'
import { readSettings } from '../settings.ts'

type Endings = (() => unknown)[]

/** Opens the database of the product, which may be running, and the ports. It never creates or updates a database. */
export async function openExisting(
  environment: Record<string, string | undefined>,
  say: (line: string) => void,
  endings: Endings,
): Promise<Deps> {
  const read = readSettings(environment)
  // A command sends no traces and no pushes, whose key is in a folder that it may not have, and what it reads must not lag.
  const off = { telemetry: undefined, push: undefined, replicaUrl: undefined }
  const settings = { ...read, ...off, logLevel: 'warn' as const }
  const url = settings.databaseUrl ?? (await openEmbedded(settings.dataDir, say, endings))
  await requireMigrated(settings.databaseDirectUrl ?? url)
  return openDeps(settings, url, endings)
}

async function openEmbedded(dataDir: string, say: (line: string) => void, endings: Endings): Promise<string> {
  const { folder, db } = await findCluster(resolve(dataDir))
  const server = await ensureServer(folder, say)
  endings.push(() => server.stop())
  const { href } = await urlOfRunning(db)
  // Another command, or a backup, may use the server that this one has started.
  if (server.isOurs) endings.push(() => waitForOthers(href))
  return href
}

async function waitForOthers(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const isAlone = async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    return rowCount === 0
  }
  await waitUntil(isAlone, Infinity)
  await client.end()
}
