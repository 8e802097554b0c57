import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf } from './start-errors.ts'
import { waitUntil } from './wait.ts'

const run = promisify(execFile)

/**
 * Ends a server that outlived its parent. We hold the lock of the folder, so its parent is dead.
 * Returns the pid left in postmaster.pid if it belongs to no process or to another program.
 */
export async function endLeftoverServer(
  db: string,
  say: (line: string) => void,
): Promise<number | undefined> {
  const pid = await pidOf(db)
  if (pid === undefined) return undefined
  if (await isServerOf(db, pid)) {
    say('Stopping a database server that an earlier run left behind …')
    await endServer(db, pid)
  }
  await endOrphans(db)
  return pidOf(db)
}

async function endServer(db: string, pid: number) {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 5_000],
  ] as const) {
    sendTo(pid, signal)
    if (await waitUntil(async () => !(await isServerOf(db, pid)), timeoutMs)) return
  }
}

/**
 * Ends the backends of a killed server. Most end when they next wait for something, but one in a long computation would keep
 * the shared memory for minutes. SIGQUIT ends them without another write. Only Linux shows to which server they belong;
 * elsewhere the start waits.
 */
async function endOrphans(db: string): Promise<void> {
  if (process.platform !== 'linux') return
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) if (await isBackendIn(db, pid)) sendTo(pid, 'SIGQUIT')
}

async function isBackendIn(db: string, pid: number) {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return folder === db && (await commandOf(pid)).startsWith('postgres: ')
}

export function isAlive(pid: number) {
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function pidOf(db: string) {
  const text = await readFile(join(db, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Math.abs(Number.parseInt(text, 10)) // a stand-alone backend writes its number negative
  return pid > 0 ? pid : undefined
}

// The command line identifies a server, because pids are reused. That of a zombie process is empty.
async function isServerOf(db: string, pid: number) {
  if (!isAlive(pid)) return false
  const command = await commandOf(pid)
  return command.includes('postgres') && command.includes(`-D ${db} `)
}

async function commandOf(pid: number) {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.replaceAll('\0', ' ')
  }
  const shown = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return shown.stdout
}

function sendTo(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
