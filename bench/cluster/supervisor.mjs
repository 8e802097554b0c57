import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { pidsOf, signalAll } from './process-list.mjs'
import { acceptsConnections, waitUntil } from './wait.mjs'

const RESTART_AFTER_MS = 1000
const KILL_AFTER_MS = 15_000
const SETPRIV = '/usr/bin/setpriv'

/**
 * Starts processes, each in its own group, and restarts one that dies after a second, as systemd would do. A program is {
 * name, command, port, env?, account?, workFolder?, isReady? }. `workFolder` finds processes that left the group. `isReady`
 * returns when it can be used; by default that is when it accepts connections.
 */
export function openSupervisor({ logFolder, signal }) {
  const processes = new Map()
  const supervised = new Map()

  async function start(program) {
    const entry = { name: program.name, pid: 0, port: program.port, restarts: 0 }
    const one = { program, entry, isWanted: true, child: undefined, timer: undefined }
    processes.set(program.name, entry)
    supervised.set(program.name, one)
    launch(one, logFolder)
    await untilReady(one, logFolder, signal)
  }

  return {
    processes,
    start,
    kill: (name) => killAll(named(supervised, name)),
    freeze: (name) => signalAll(allPidsOf(named(supervised, name)), 'SIGSTOP'),
    thaw: (name) => signalAll(allPidsOf(named(supervised, name)), 'SIGCONT'),
    stop: (name) => stop(named(supervised, name)),
    /** Stops it gently and starts it with other settings or in another version. Resolves when it can be used again. */
    async restartWith(name, env, command = named(supervised, name).program.command) {
      const one = named(supervised, name)
      await stop(one)
      one.program = { ...one.program, command, env: { ...one.program.env, ...env } }
      one.isWanted = true
      one.entry.restarts += 1
      launch(one, logFolder)
      await untilReady(one, logFolder, signal)
    },
  }
}

function named(supervised, name) {
  const one = supervised.get(name)
  if (!one) throw new Error(`There is no process ${name}: ${[...supervised.keys()].join(', ')}.`)
  return one
}

function launch(one, logFolder) {
  const { command, env = { PATH: process.env.PATH }, account } = one.program
  const [file, ...args] = [...dyingWithParent(), ...command]
  const log = openSync(logFile(logFolder, one), 'a')
  const child = spawn(file, args, { cwd: '/', env, stdio: ['ignore', log, log], detached: true, ...account })
  closeSync(log)
  one.child = child
  one.entry.pid = child.pid
  const startAgain = () => {
    if (!one.isWanted) return
    one.timer = setTimeout(() => {
      one.entry.restarts += 1
      launch(one, logFolder)
    }, RESTART_AFTER_MS)
  }
  child.once('exit', startAgain)
  // It could not be started, for lack of memory or process ids. The next try may succeed.
  child.once('error', startAgain)
}

/** Makes the kernel end the children if this program is killed. */
function dyingWithParent() {
  return existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'TERM', '--'] : []
}

async function killAll(one) {
  const { child } = one
  const pids = allPidsOf(one)
  signalAll(pids, 'SIGKILL')
  await hasEnded(child)
}

function allPidsOf({ child, program }) {
  return pidsOf({ group: child.pid, folder: program.workFolder })
}

async function stop(one) {
  const { child } = one
  one.isWanted = false
  clearTimeout(one.timer)
  signalAll(allPidsOf(one), 'SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => signalAll(allPidsOf(one), 'SIGKILL'), KILL_AFTER_MS)
  await hasEnded(child)
  clearTimeout(timer)
  // The remaining processes have lost their parent, such as a PostgreSQL whose Patroni was just killed.
  signalAll(allPidsOf(one), 'SIGKILL')
}

async function hasEnded(child) {
  const hasStarted = child.pid !== undefined
  if (hasStarted && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function untilReady(one, logFolder, signal) {
  const { name, port, isReady = () => acceptsConnections(port) } = one.program
  const advice = `See ${logFile(logFolder, one)}`
  await waitUntil(isReady, { what: name, advice, signal })
}

function logFile(logFolder, { program }) {
  return join(logFolder, `${program.name}.log`)
}
