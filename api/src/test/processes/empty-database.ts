import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '#api/db/embedded/embedded.ts'
import { memoryFolder } from '#api/test/processes/memory-folder.ts'

const variable = 'TEST_EMPTY_DATABASE'

/** Creates one for the whole run, because that takes a second, and a copy a tenth of it. */
export async function makeEmptyDatabase(): Promise<() => Promise<void>> {
  const folder = await memoryFolder('rs-empty-')
  // Whichever account runs the server can enter, or the database would be elsewhere.
  await chmod(folder, 0o755)
  const { stop } = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
  await stop()
  process.env[variable] = join(folder, 'db')
  return async () => {
    delete process.env[variable]
    await rm(folder, { recursive: true, force: true })
  }
}

export function copyEmptyDatabase(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', process.env[variable] ?? '', dataDir])
}
