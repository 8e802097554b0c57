import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'

export type Owner = { uid: number; gid: number }

/** Describes how the server's programs are run, and who owns their files. */
export type Account = { prefix: string[]; switchTo?: Owner; owner: Owner }

const deathSignal = ['setpriv', '--pdeathsig', 'INT', '--']
const anyAccount: Account = { prefix: [], owner: { uid: 0, gid: 0 } }

let probe: Promise<boolean> | undefined

/** Checks whether the kernel can interrupt a child whose parent died (Linux with util-linux). */
export function canDieWithParent() {
  probe ??= ends(start(anyAccount, [...deathSignal, 'setpriv', '--version'], { stdio: 'ignore' }))
  return probe
}

export async function spawnAs(account: Account, command: string[], options: SpawnOptions) {
  const prefix = (await canDieWithParent()) ? deathSignal : []
  return start(account, [...account.prefix, ...prefix, ...command], options)
}

/** Returns whether the command ended with exit code 0. */
export async function succeeds(account: Account, command: string[], options: SpawnOptions = {}, input = '') {
  try {
    const child = await spawnAs(account, command, { stdio: ['pipe', 'ignore', 'ignore'], ...options })
    child.stdin?.on('error', () => {}) // it may end without reading its input; the exit code decides
    child.stdin?.end(input)
    return await ends(child)
  } catch {
    return false // spawn throws some errors and emits others
  }
}

function start(account: Account, [file = '', ...args]: string[], options: SpawnOptions) {
  return spawn(file, args, { cwd: '/', env: environment(), ...account.switchTo, ...options })
}

/** Returns a minimal environment, because PGPORT, PGTZ, LC_ALL or LD_LIBRARY_PATH of the caller would change the server. */
export function environment(strayPid?: number) {
  const short = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  // PostgreSQL ignores its grandparent's pid in postmaster.pid, so another program with that pid does not block the start.
  return strayPid === undefined ? short : { ...short, PG_GRANDPARENT_PID: String(strayPid) }
}

function ends(child: ChildProcess) {
  return new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
