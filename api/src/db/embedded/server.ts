import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tools } from './cluster.ts'
import { explainStartError } from './start-errors.ts'
import { canDieWithParent, environment, spawnAs } from './run-as.ts'
import { waitUntil } from './wait.ts'

/** Options of a start. `signal` aborts it: a server that was launched is stopped, and the promise rejects. */
type Start = { settings: Record<string, string>; say: (line: string) => void; signal: AbortSignal }

const isStillEnding = /pre-existing shared memory block/
const startTimeoutMs = 10_000
/** The time that a server may take to stop before it is killed. */
export const stopTimeoutMs = 10_000

/** Starts the server, and retries only while backends of a killed server are still ending. */
export async function startPostgres(tools: Tools, start: Start): Promise<ChildProcess> {
  const end = Date.now() + startTimeoutMs
  for (;;) {
    const from = tools.log.size()
    const child = await launch(tools, start)
    if (await becomesReady(child, tools.db, start)) return child
    const output = tools.log.since(from)
    if (!isStillEnding.test(output) || Date.now() > end) {
      throw explainStartError(output, { db: tools.db, log: tools.log.path })
    }
    await sleep(200, undefined, { signal: start.signal })
  }
}

/** Launches the server in its own session, so that Ctrl-C reaches only the product, which then stops the server. */
async function launch({ account, bin, db, log, strayPid }: Tools, { settings }: Start) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = await spawnAs(account, [join(bin, 'postgres'), '-D', db, ...flags], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: environment(strayPid),
  })
  child.on('error', () => {}) // a missing pid is checked later
  child.unref()
  if (!(await canDieWithParent())) endWithUs(child)
  return child
}

/** Starts a watchdog that waits for the end of a pipe, where the kernel cannot signal a child whose parent died. */
function endWithUs(server: ChildProcess) {
  const script = 'read -r _; kill -INT "$1"'
  const stdio = ['pipe' as const, 'ignore' as const, 'ignore' as const]
  const watchdog = spawn('sh', ['-c', script, 'sh', String(server.pid)], { detached: true, stdio })
  watchdog.on('error', () => {}) // the next start still ends a leftover server
  watchdog.unref()
  server.once('exit', () => watchdog.kill('SIGKILL')) // the pid may soon be reused
}

async function becomesReady(child: ChildProcess, db: string, { say, signal }: Start) {
  const slow = setTimeout(
    () => say('The database is still starting; after a sudden stop it puts itself in order first …'),
    1_000,
  )
  await waitUntil(async () => hasEnded(child) || signal.aborted || (await isReady(child, db)), Infinity)
  clearTimeout(slow)
  if (signal.aborted) await stopServer(child)
  signal.throwIfAborted()
  return !hasEnded(child)
}

async function isReady(child: ChildProcess, db: string) {
  const lines = (await readFile(join(db, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[0] === String(child.pid) && lines[7]?.trim() === 'ready'
}

export async function stopServer(child: ChildProcess, timeoutMs = stopTimeoutMs): Promise<void> {
  const steps = [
    ['SIGINT', timeoutMs],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, waitMs] of steps) {
    child.kill(signal)
    if (await waitUntil(() => hasEnded(child), waitMs)) return
  }
}

export function hasEnded(child: ChildProcess) {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
