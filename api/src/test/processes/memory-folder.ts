import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** The required free space. A run takes about 300 MB. */
const requiredBytes = 2_000_000_000
/** Longer than any run takes. */
const hour = 60 * 60 * 1000

/** Creates a folder in memory if there is enough, because copying a database there takes a tenth of the time. */
export async function memoryFolder(prefix: string): Promise<string> {
  await sweep(prefix)
  return mkdtemp(join(memoryFolderRoot(), prefix))
}

/** The parent of such folders. */
export function memoryFolderRoot(): string {
  return isRoomy() ? memory : tmpdir()
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= requiredBytes && mayRunPrograms()
  } catch {
    return false
  }
}

/** Programs must be executable there, because the server may be copied to it. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const own = mounts.find((line) => line.includes(` ${memory} tmpfs `))
  return own !== undefined && !own.includes('noexec')
}

/** Removes folders of killed runs, which take memory. Folders of other users stay. */
async function sweep(prefix: string): Promise<void> {
  for (const name of await readdir(memory).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const folder = join(memory, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - hour) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
