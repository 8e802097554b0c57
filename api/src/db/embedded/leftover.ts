import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf } from './explain.ts'
import { waitUntil } from './wait.ts'

const run = promisify(execFile)

/**
 * Ends a server that outlived its parent. Called under the folder's lock: whoever started it is dead.
 * Answers the number left in postmaster.pid when it now belongs to nobody, or to some other program.
 */
export async function endLeftover(db: string, say: (line: string) => void): Promise<number | undefined> {
  const pid = await pidOf(db)
  if (pid === undefined || !(await isServerOf(db, pid))) return pid
  say('Stopping a database server that an earlier run left behind …')
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 5_000],
  ] as const) {
    sendTo(pid, signal)
    if (await waitUntil(async () => !(await isServerOf(db, pid)), patience)) break
  }
  return pidOf(db)
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

// By its command line, since numbers are used again; that of a dead process nobody has reaped is empty.
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
