import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tools } from './cluster.ts'
import { explain } from './explain.ts'
import { canDieWithParent, environment, spawnAs } from './run-as.ts'
import { waitUntil } from './wait.ts'

/** `signal` gives the start up: what was begun is stopped, and the start rejects. */
type Start = { settings: Record<string, string>; say: (line: string) => void; signal: AbortSignal }

const isWindingDown = /pre-existing shared memory block/
const patienceMs = 10_000

/** Backends of a killed server take a moment to notice: that failure alone is tried again. */
export async function startServer(tools: Tools, start: Start): Promise<ChildProcess> {
  const end = Date.now() + patienceMs
  for (;;) {
    const from = tools.log.size()
    const child = await launch(tools, start)
    if (await becomesReady(child, tools.db, start)) return child
    const output = tools.log.since(from)
    if (!isWindingDown.test(output) || Date.now() > end) {
      throw explain(output, { db: tools.db, log: tools.log.path })
    }
    await sleep(200, undefined, { signal: start.signal })
  }
}

/** In a session of its own: Ctrl-C reaches the product alone, which stops the server when it is done with it. */
async function launch({ account, bin, db, log, strayPid }: Tools, { settings }: Start) {
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = await spawnAs(account, [join(bin, 'postgres'), '-D', db, ...given], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: environment(strayPid),
  })
  child.on('error', () => {}) // its missing number tells
  child.unref()
  if (!(await canDieWithParent())) endWithUs(child)
  return child
}

/** Where the kernel cannot tell the server of our death, the end of a pipe does. */
function endWithUs(server: ChildProcess) {
  const script = 'read -r _; kill -INT "$1"'
  const stdio = ['pipe' as const, 'ignore' as const, 'ignore' as const]
  const watchdog = spawn('sh', ['-c', script, 'sh', String(server.pid)], { detached: true, stdio })
  watchdog.on('error', () => {}) // the next start still takes a leftover server over
  watchdog.unref()
  server.once('exit', () => watchdog.kill('SIGKILL')) // the number it would signal may soon be another's
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

export async function stopServer(child: ChildProcess): Promise<void> {
  const steps = [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, patience] of steps) {
    child.kill(signal)
    if (await waitUntil(() => hasEnded(child), patience)) return
  }
}

export function hasEnded(child: ChildProcess) {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
