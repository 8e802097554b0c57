import { chmod, lchown, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../embedded.ts'
import { codeOf, ignoreMissing } from '../start-errors.ts'
import { chooseClusterFolder, findDb } from '../folder/cluster-folder.ts'
import { makeFolder } from '../folder/data-folder.ts'
import { lockFolder } from '../folder/lock.ts'
import { copyFile, listTree, syncFolder } from './files.ts'
import { readManifest, type Manifest } from './manifest.ts'

type RestoreOptions = {
  backup: string
  /** The data folder to create. */
  into: string
  /** Moves an existing data folder aside, under another name. */
  replaces?: boolean
  say?: (line: string) => void
}

type RestoreResult = {
  manifest: Manifest
  members: number
  orders: number
  mediaFiles: number
  /** The new name of a data folder that existed before. */
  aside?: string
}

const undefinedTable = '42P01'

/**
 * Creates a data folder from a backup. Everything is copied, checked and recovered under another name first, so that a
 * failure changes nothing.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { backup, replaces = false, say = () => {} } = options
  // A link is resolved, so that the data stays on the disk to which it leads.
  const into = (await realpath(options.into).catch(ignoreMissing)) ?? resolve(options.into)
  const manifest = await readManifest(backup)
  const old = await openOldFolder(into, replaces)
  let unfinished: string | undefined
  try {
    unfinished = await makeUnfinished(into, old.mode)
    await copyIn(unfinished, manifest, options)
    say('Recovering the database …')
    const counts = await recover(unfinished, say)
    // If another account owned the folder before, root restores for that account.
    if (old.owner && old.owner.uid !== 0) await giveTo(old.owner, unfinished)
    const aside = await putInPlace(unfinished, into, old)
    const mediaFiles = manifest.files.filter(({ name }) => name.startsWith('media/')).length
    return { manifest, ...counts, mediaFiles, ...(aside && { aside }) }
  } catch (error) {
    if (unfinished !== undefined) await removeUnfinished(unfinished)
    throw explainFailure(error, into)
  } finally {
    old.release()
  }
}

type OldFolder = { isThere: boolean; mode: number; owner?: Owner; release: () => void }
type Owner = { uid: number; gid: number }

/** Prevents a product from starting there until the new folder is in place, and rejects if one is running. */
async function openOldFolder(into: string, replaces: boolean): Promise<OldFolder> {
  const found = await stat(into).catch(ignoreMissing)
  if (found === undefined) return { isThere: false, mode: 0o755, release: () => {} }
  const entries = await readdir(into)
  const lock = entries.includes('db.lock') ? await lockFolder(into) : { release: () => {} }
  if (entries.length > 0 && !replaces) {
    lock.release()
    throw new Error(
      `${into} is not empty. Name another folder with --into, or add --replace, which puts ${into} aside and deletes nothing.`,
    )
  }
  return { isThere: true, mode: found.mode & 0o777, owner: found, release: lock.release }
}

async function makeUnfinished(into: string, mode: number) {
  await makeFolder(dirname(resolve(into)))
  const unfinished = await mkdtemp(`${into}.unfinished-`)
  await chmod(unfinished, mode)
  return unfinished
}

async function copyIn(folder: string, { folders, files }: Manifest, options: RestoreOptions) {
  const { backup, say = () => {} } = options
  // If root cannot run PostgreSQL in the folder itself, this creates a link to a folder where it can.
  const { db, account } = await chooseClusterFolder(folder, join(folder, 'db'), say)
  const pathOf = (name: string) => join(name === 'db' || name.startsWith('db/') ? dirname(db) : folder, name)
  for (const name of folders) await mkdir(pathOf(name), { recursive: true, mode: 0o700 })
  for (const { name, sha256 } of files) {
    const copied = await copyFile(join(backup, name), pathOf(name)).catch(ignoreMissing)
    if (copied?.sha256 !== sha256)
      throw damaged(backup, `${name} is missing or has other bytes than when it was written`)
  }
  await giveTo(account.owner, db)
  for (const name of folders) await syncFolder(pathOf(name))
}

/** Replays the WAL of the backup by a first start, and returns what the database contains. */
async function recover(folder: string, say: (line: string) => void) {
  const { url, stop } = await startEmbedded({ dataDir: folder, say })
  try {
    return await countRows(url)
  } finally {
    await stop()
    for (const name of ['db.lock', 'db.log']) await rm(join(folder, name), { force: true })
  }
}

async function countRows(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ members: number; orders: number }>(
      `SELECT (SELECT count(*)::int FROM members) AS members, (SELECT count(*)::int FROM orders) AS orders`,
    )
    return { members: rows[0]?.members ?? 0, orders: rows[0]?.orders ?? 0 }
  } catch (error) {
    if (codeOf(error) !== undefinedTable) throw error
    return { members: 0, orders: 0 } // a product whose first start was not finished
  } finally {
    await client.end()
  }
}

async function giveTo(owner: Owner, folder: string) {
  if (process.geteuid?.() !== 0) return
  const { folders, files } = await listTree(folder)
  for (const name of ['.', ...folders, ...files]) await lchown(join(folder, name), owner.uid, owner.gid)
}

async function putInPlace(unfinished: string, into: string, old: OldFolder) {
  const isEmpty = !old.isThere || (await readdir(into)).length === 0
  const aside = isEmpty ? undefined : `${into}.until-${new Date().toISOString().replaceAll(':', '-')}`
  if (aside !== undefined) await rename(into, aside)
  old.release()
  await rename(unfinished, into).catch(async (error: unknown) => {
    if (aside !== undefined) await rename(aside, into)
    throw error
  })
  await syncFolder(dirname(into))
  return aside
}

/** Removes the database too, which may be elsewhere, behind a link. */
async function removeUnfinished(folder: string) {
  const db = await findDb(folder).catch(() => folder)
  for (const path of [db, folder]) await rm(path, { recursive: true, force: true })
}

function damaged(backup: string, what: string) {
  return new Error(`The backup ${backup} is damaged: ${what}. Nothing was changed. Use another backup.`)
}

function explainFailure(error: unknown, into: string): unknown {
  const sentence = {
    ENOSPC: `The disk that holds ${into} is full. Nothing was changed. Free some space and restore again.`,
    EDQUOT: `The quota for ${into} is used up. Nothing was changed. Free some space and restore again.`,
    EACCES: `This account may not write ${dirname(into)} or read the backup. Nothing was changed. Use root, or another folder.`,
    EBUSY: `${into} is a mount point, which cannot be replaced. Restore into a folder below it, and set DATA_DIR to that.`,
    ENOTEMPTY: `${into} was filled meanwhile by another program. Restore into another folder.`,
  }[codeOf(error) ?? '']
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
