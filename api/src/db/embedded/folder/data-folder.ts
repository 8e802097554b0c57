import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CannotStart, codeOf, ignoreMissing } from '../start-errors.ts'

/** Creates DATA_DIR if it is missing. Rejects with a clear message if it cannot be created, entered or written. */
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

/** Does not use mkdir's `recursive`, which never ends under /proc, where a new folder is ENOENT although its parent exists. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process may have created it in between.
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error
  })
}

async function isFolder(path: string) {
  return (await stat(path).catch(ignoreMissing))?.isDirectory() ?? false
}
