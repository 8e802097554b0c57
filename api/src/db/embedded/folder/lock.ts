import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AlreadyRunning, CannotStart } from '../start-errors.ts'
import { isAlive } from '../leftover.ts'
import { waitUntil } from '../wait.ts'

type FolderLock = { release: () => void }

const busy = 5 // SQLITE_BUSY
const held = new Set<DatabaseSync>() // a collected handle would let the lock go

/**
 * Locks the folder. SQLite's write lock is the only kernel lock that Node can take. It ends with its process, so there are no
 * stale locks. Nothing else in this process may open db.lock, because closing it would release the lock.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const note = join(folder, 'db.owner')
  const lock = open(folder)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY') // a journal on the disk would have to be rolled back after a kill
    lock.exec('BEGIN IMMEDIATE')
    writeFileSync(note, `${process.pid}\n`)
  } catch (error) {
    lock.close()
    throw isBusy(error) ? await alreadyRunning(folder, note) : cannotLock(folder, error)
  }
  held.add(lock)
  return { release: () => release(lock, note) }
}

function open(folder: string) {
  try {
    return new DatabaseSync(join(folder, 'db.lock'))
  } catch (error) {
    throw cannotLock(folder, error)
  }
}

function release(lock: DatabaseSync, note: string) {
  if (!held.delete(lock)) return
  rmSync(note, { force: true })
  lock.close()
}

function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

function cannotLock(folder: string, error: unknown) {
  const why = error instanceof Error ? error.message : String(error)
  const advice = `Check that this account may write there, or set DATA_DIR to another folder on a local disk.`
  return new CannotStart(`The file db.lock in ${folder} cannot be locked (${why}). ${advice}`)
}

/** Describes the process that has the lock. It may not have written its pid yet. */
async function alreadyRunning(folder: string, note: string) {
  await waitUntil(() => ownerIn(note) !== undefined, 500)
  const owner = ownerIn(note)
  const who = owner === undefined ? '' : ` (process ${owner})`
  return new AlreadyRunning(
    `Another Rootsquare is already running on ${folder}${who}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

function ownerIn(note: string) {
  try {
    const pid = Number(readFileSync(note, 'utf8'))
    return isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}
