import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { socketUrl } from './address.ts'
import { startEmbedded } from './embedded.ts'
import { findDb } from './folder/cluster-folder.ts'
import { AlreadyRunning, ignoreMissing } from './start-errors.ts'
import { waitUntil } from './wait.ts'

const readyTimeoutMs = 60_000

/** Returns the folders of an embedded database that exists, for programs that never create one. */
export async function findCluster(dataDir: string): Promise<{ folder: string; db: string }> {
  const folder = await realpath(dataDir).catch(ignoreMissing)
  const db = folder === undefined ? undefined : await findDb(folder)
  const found = db === undefined ? undefined : await stat(join(db, 'PG_VERSION')).catch(ignoreMissing)
  if (folder !== undefined && db !== undefined && found) return { folder, db }
  throw new Error(`There is no embedded database in ${dataDir}. Set DATA_DIR to the folder of the product.`)
}

/** Starts a server if none runs. It then holds the lock, so the product cannot start before `stop`. */
export async function ensureServer(folder: string, say: (line: string) => void) {
  try {
    const { stop } = await startEmbedded({ dataDir: folder, say })
    return { isOurs: true, stop }
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    return { isOurs: false, stop: async () => {} }
  }
}

/** Waits for a server that another process starts, and returns the URL of its socket, which only the owner can enter. */
export async function urlOfRunning(db: string): Promise<URL> {
  let lines: string[] = []
  await waitUntil(async () => {
    lines = (await readFile(join(db, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    return lines[7]?.trim() === 'ready'
  }, readyTimeoutMs)
  const [, , , port = '', socketFolder = ''] = lines
  if (socketFolder === '') {
    throw new Error(
      `The server of the database in ${db} cannot be reached by a socket: it is not running yet, or the path is too long. Try again, or give the product a TMPDIR with a short path.`,
    )
  }
  return socketUrl(socketFolder, port)
}
