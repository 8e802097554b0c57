import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** So much must be free: a run takes about 300 MB. */
const room = 2_000_000_000
/** Longer than any run takes. */
const hour = 60 * 60 * 1000

/** A new folder in memory where there is plenty: to copy and drop a database takes a tenth of the time there. */
export async function quickFolder(prefix: string): Promise<string> {
  await sweep(prefix)
  return mkdtemp(join(quickPlace(), prefix))
}

/** Where such folders lie. */
export function quickPlace(): string {
  return isRoomy() ? memory : tmpdir()
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= room && mayRunPrograms()
  } catch {
    return false
  }
}

/** The server's programs may have to be copied there. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const own = mounts.find((line) => line.includes(` ${memory} tmpfs `))
  return own !== undefined && !own.includes('noexec')
}

/** What runs that were killed have left takes memory until it is removed; what is not ours to remove stays. */
async function sweep(prefix: string): Promise<void> {
  for (const name of await readdir(memory).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const folder = join(memory, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - hour) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
