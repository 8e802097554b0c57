import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CannotStart, codeOf } from './explain.ts'

/** DATA_DIR, made where it is missing; rejects with a sentence where it cannot be made, entered or written. */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    const why = codeOf(error) ?? String(error)
    throw new CannotStart(
      `The data folder ${dataDir} cannot be made, entered or written (${why}). Check who may write there, or set DATA_DIR to another folder.`,
    )
  }
}

/** Not mkdir's own `recursive`: under /proc, where a new folder is ENOENT although its parent is there, that never ends. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch(async (error: unknown) => {
    // Another start was quicker.
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error
  })
}

async function isFolder(path: string) {
  return stat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
}
