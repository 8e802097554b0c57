import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  realpath,
  rename,
  stat,
  symlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { accountsFor, canEnterFolder, lowPrivilegeAccounts } from '../account.ts'
import { CannotStart, codeOf, ownServer } from '../start-errors.ts'
import type { Account } from '../run-as.ts'

/** Names the cluster's folder and the account that runs it. */
export type ClusterFolder = { db: string; account: Account }

type Say = (line: string) => void

const fallbackRoot = '/var/lib/rootsquare'

/** Returns DATA_DIR/db, or the target if it is a link. */
export async function findDb(folder: string): Promise<string> {
  const db = join(folder, 'db')
  try {
    return await realpath(db)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const found = await lstat(db).catch(() => undefined)
    if (!found?.isSymbolicLink()) return db
    throw new CannotStart(
      `${db} points to a folder that is not there. Bring that folder back, or remove the link to begin with an empty database.`,
    )
  }
}

export async function chooseClusterFolder(folder: string, db: string, say: Say): Promise<ClusterFolder> {
  for (const account of await accountsFor(db)) {
    if (!(await canEnterFolder(account, dirname(db)))) continue
    await giveTo(account, db)
    return { db, account }
  }
  return moveOut(folder, db, say)
}

export function shortHash(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Moves the database elsewhere if no account that PostgreSQL accepts can enter the data folder. */
async function moveOut(folder: string, db: string, say: Say): Promise<ClusterFolder> {
  if (existsSync(db))
    throw new CannotStart(
      `PostgreSQL cannot run as root, and no other account can reach the database in ${db}. Move DATA_DIR to a folder that others may enter, or start as an ordinary user that owns it.`,
    )
  const home = join(fallbackRoot, shortHash(folder))
  for (const account of await lowPrivilegeAccounts()) {
    await openHome(home)
    if (!(await canEnterFolder(account, home))) continue
    const outside = join(home, 'db')
    await putAside(outside, say)
    await mkdir(outside, { mode: 0o700 })
    await giveTo(account, outside)
    await symlink(outside, db)
    say(`PostgreSQL cannot run as root and no other account can enter ${folder}: the database is in ${home}.`)
    return { db: outside, account }
  }
  throw new CannotStart(
    `PostgreSQL cannot run as root, and no other account can be used here. Start Rootsquare as an ordinary user, or ${ownServer}.`,
  )
}

async function openHome(home: string) {
  await mkdir(home, { recursive: true })
  for (const path of [fallbackRoot, home]) await chmod(path, 0o755) // whatever the umask
}

/** Moves the old database aside: its data folder was deleted, so an empty start is expected, but the data is kept. */
async function putAside(outside: string, say: Say) {
  if (!existsSync(outside)) return
  const aside = `${outside}.until-${new Date().toISOString().replaceAll(':', '-')}`
  await rename(outside, aside)
  say(`An earlier database of this folder was put aside as ${aside}.`)
}

async function giveTo({ owner }: Account, db: string) {
  const found = await stat(db).catch(() => undefined)
  if (!found) return
  if (found.mode & 0o077) await chmod(db, 0o700) // PostgreSQL rejects wider modes, which a restored backup may have
  if (found.uid === owner.uid) return
  for (const entry of await readdir(db, { recursive: true }))
    await lchown(join(db, entry), owner.uid, owner.gid)
  await chown(db, owner.uid, owner.gid) // the folder comes last, so that an interrupted start is repeated
}
