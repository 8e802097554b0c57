import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Opens the one folder of a cluster, with a folder for each process and one for their logs. PostgreSQL and PgBouncer do not
 * run as root, so for root all servers of Debian run as the user postgres.
 */
export function openFolder(wanted) {
  const path = wanted === undefined ? mkdtempSync(join(tmpdir(), 'rootsquare-cluster-')) : emptyFolder(wanted)
  const account = serverAccount()
  if (account) chmodSync(path, 0o711)
  if (account && spawnSync('sh', ['-c', 'cd "$1"', 'sh', path], account).status !== 0)
    throw new Error(
      `The user postgres, who runs the database, cannot enter ${path}: choose another DATA_DIR.`,
    )
  const logs = join(path, 'logs')
  mkdirSync(logs, { mode: 0o700 })
  const disks = []
  return {
    path,
    logs,
    account,
    /** Creates the folder of a server, owned by the user that runs it. With `megabytes` it is a disk of its own, in memory. */
    folderFor(name, megabytes) {
      const own = join(path, name)
      mkdirSync(own, { mode: 0o700 })
      if (megabytes !== undefined) disks.push(mountDisk(own, megabytes))
      if (account) chownSync(own, account.uid, account.gid)
      return own
    },
    /** Writes a file that only the user who runs the server can read and write. */
    write(file, text) {
      writeFileSync(file, text, { mode: 0o600 })
      if (account) chownSync(file, account.uid, account.gid)
      return file
    },
    remove() {
      for (const disk of disks) spawnSync('umount', ['--lazy', disk])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function mountDisk(folder, megabytes) {
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`No disk could be mounted at ${folder}: ${stderr}`)
  return folder
}

/** Creates or empties the folder. It is removed at the end, so it must not contain anything else. */
function emptyFolder(wanted) {
  const path = resolve(wanted)
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new Error(`${path} is not empty: the cluster needs a folder of its own.`)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

function serverAccount() {
  if (process.getuid() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  if (!line) throw new Error('As root, the database runs as the user postgres, who does not exist here.')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
