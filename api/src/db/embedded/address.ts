import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { canEnterFolder } from './account.ts'
import { database, role } from './cluster.ts'
import type { Account } from './run-as.ts'
import { shortHash, type ClusterFolder } from './folder/cluster-folder.ts'

/** Describes where the server listens: on a socket in a private folder, or on loopback with a password. */
export type Address = { url: string; settings: Record<string, string>; folder?: string; password?: string }

const port = 5432
const socketName = `.s.PGSQL.${port}`
const maxSocketPathBytes = 99 // the kernel's own limit is 108 on Linux and 104 on macOS

export async function chooseAddress({ db, account }: ClusterFolder): Promise<Address> {
  const folders = [join(dirname(db), 'run'), join(tmpdir(), `rootsquare-${shortHash(db)}`)]
  for (const folder of folders) {
    if (await takesSockets(folder, account)) return socketIn(folder)
  }
  return loopback()
}

/** Recreates the socket folder before a restart at the same address. */
export async function renewAddress({ folder }: Address, account: Account): Promise<void> {
  if (folder) await makePrivate(folder, account)
}

export async function releaseAddress({ folder }: Address): Promise<void> {
  if (folder) await rm(folder, { recursive: true, force: true })
}

export function socketUrl(folder: string, port: number | string): URL {
  const url = new URL(`postgresql://${role}@localhost:${port}/${database}`)
  url.searchParams.set('host', folder)
  return url
}

function socketIn(folder: string): Address {
  const url = socketUrl(folder, port)
  const settings = {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  return { url: url.href, settings, folder }
}

async function loopback(): Promise<Address> {
  const password = randomBytes(24).toString('base64url')
  const free = await freePort()
  const url = `postgresql://${role}:${password}@127.0.0.1:${free}/${database}`
  const settings = { listen_addresses: '127.0.0.1', port: String(free), unix_socket_directories: '' }
  return { url, settings, password }
}

async function takesSockets(folder: string, account: Account) {
  const path = join(folder, socketName)
  if (Buffer.byteLength(path) > maxSocketPathBytes) return false
  try {
    await makePrivate(folder, account)
    await listenOn(path)
    await rm(path, { force: true })
    return await canEnterFolder(account, folder)
  } catch {
    return false // a file system without sockets, or a folder that somebody else put there
  }
}

/** Recreates the folder. We hold the lock of the data folder, so its content was left by a server that no longer runs. */
async function makePrivate(folder: string, { owner }: Account) {
  const found = await lstat(folder).catch(() => undefined)
  const mine = [process.geteuid?.(), owner.uid]
  if (found && !mine.includes(found.uid)) throw new Error(`${folder} belongs to somebody else`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await chmod(folder, 0o700)
  await chown(folder, owner.uid, owner.gid)
}

async function freePort() {
  const address = await listenOn({ host: '127.0.0.1', port: 0 })
  if (address === null || typeof address === 'string') throw new Error('EADDRNOTAVAIL: no free port')
  return address.port
}

/** Listens for a moment, and rejects if that is not possible. */
async function listenOn(where: string | { host: string; port: number }) {
  await using server = createServer().listen(where)
  await once(server, 'listening')
  return server.address()
}
