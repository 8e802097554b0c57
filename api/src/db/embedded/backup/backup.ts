import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ensureServer, findCluster } from '../existing.ts'
import { codeOf } from '../start-errors.ts'
import { makeFolder } from '../folder/data-folder.ts'
import { copyCluster } from './copy-cluster.ts'
import { listTree, syncFolder } from './files.ts'
import { writeManifest, type Manifest } from './manifest.ts'
import { backupWriter, type BackupWriter } from './writer.ts'

type BackupOptions = {
  dataDir: string
  /** The folder in which the backup creates a folder of its own. */
  into?: string
  say?: (line: string) => void
}

/**
 * Generated in DATA_DIR unless the settings contain them. The outbox is left out, because its mails contain codes and names.
 */
const secrets = ['jwt-secret', 'vapid-private-key']

/** Backs up the embedded database, the media and the secrets, whether the product runs or not. */
export async function makeBackup(options: BackupOptions): Promise<{ path: string; manifest: Manifest }> {
  const { dataDir, into = `${resolve(dataDir)}-backups`, say = () => {} } = options
  try {
    const { folder, db } = await findCluster(dataDir)
    await makeFolder(resolve(into), 0o700)
    const server = await ensureServer(folder, say)
    try {
      return await writeBackup(folder, db, into)
    } finally {
      await server.stop()
    }
  } catch (error) {
    throw explainFailure(error, dataDir, into)
  }
}

/** Writes under another name and renames at the end, so that every folder with the name of a backup is complete. */
async function writeBackup(folder: string, db: string, into: string) {
  const path = join(into, `rootsquare-${new Date().toISOString().replaceAll(':', '-')}`)
  const unfinished = await mkdtemp(`${path}.unfinished-`)
  try {
    const writer = backupWriter(unfinished)
    await copyMedia(folder, writer)
    const moment = await copyCluster(db, writer)
    await copyMedia(folder, writer)
    for (const name of secrets) await writer.addFile(join(folder, name), name)
    const manifest = { format: 1 as const, moment: moment.toISOString(), ...writer.written() }
    await writeManifest(unfinished, manifest)
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return { path, manifest }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Copies new files, before and after the database. A file is stored before a row refers to it, so the second call finds later
 * uploads. A file may be removed as soon as nothing refers to it, so the first call saves the files to which the copied rows
 * still refer. Files never change.
 */
async function copyMedia(folder: string, writer: BackupWriter) {
  const { files } = await listTree(join(folder, 'media'), (path) => !path.endsWith('.part'))
  for (const file of files) {
    const name = join('media', file)
    if (!writer.has(name)) await writer.addFile(join(folder, name), name)
  }
}

function explainFailure(error: unknown, dataDir: string, into: string): unknown {
  const code = codeOf(error)
  const noFolder = `The folder ${into} cannot be made (${code}). Name another one.`
  const sentence = {
    ENOSPC: `The disk that holds ${into} is full. Nothing was left there. Free some space, or name another folder.`,
    EDQUOT: `The quota for ${into} is used up. Nothing was left there. Free some space, or name another folder.`,
    EACCES: `This account may not read ${dataDir} or write ${into}. Use the account that runs the product, or root.`,
    EEXIST: noFolder,
    ENOENT: noFolder,
    ENOTDIR: noFolder,
  }[code ?? '']
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
