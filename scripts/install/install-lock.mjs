import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 250
const SETTLE_MS = 100
const HALF_WRITTEN_MS = 2000

/** Locks the file while `work` runs. It waits for a live process that has the lock, and takes it over from a dead one. */
export async function withLock(file, { whileWaiting, work }) {
  mkdirSync(dirname(file), { recursive: true })
  const lock = { file, text: describe() }
  if (!(await take(lock))) {
    await whileWaiting(async () => {
      while (!(await take(lock))) await sleep(POLL_MS)
    })
  }
  const release = () => {
    if (readIfPresent(file) === lock.text) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work((childPid) => {
      lock.text = describe(childPid)
      writeFileSync(file, lock.text)
    })
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take(lock) {
  clearDead(lock.file)
  try {
    writeFileSync(lock.file, lock.text, { flag: 'wx' })
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  // A process that removes a dead lock may move ours for a moment, so the lock counts only if it stays.
  await sleep(SETTLE_MS)
  return readIfPresent(lock.file) === lock.text
}

function clearDead(file) {
  const found = readIfPresent(file)
  if (found === undefined || isHeld(file, found)) return
  killOrphan(found)
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    // Another start may have created its lock between the read and the rename, so it is restored.
    if (readIfPresent(aside) !== found) linkSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(aside, { force: true })
}

function isHeld(file, text) {
  const { owner } = parse(text)
  if (owner) return isSame(owner)
  try {
    return Date.now() - statSync(file).mtimeMs < HALF_WRITTEN_MS
  } catch {
    return false
  }
}

/** Ends the npm of a killed start, which would write into the tree of the next install. */
function killOrphan(text) {
  const { child } = parse(text)
  if (!child || !isSame(child)) return
  process.kill(child.pid, 'SIGKILL')
  const deadline = Date.now() + 5000
  while (isSame(child) && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
}

function describe(childPid) {
  const identify = (pid) => ({ pid, born: birthOf(pid) })
  return JSON.stringify({ owner: identify(process.pid), ...(childPid && { child: identify(childPid) }) })
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Returns the text of a file, or undefined if there is none. */
export function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Compares the start time too, because process ids are reused. */
function isSame({ pid, born }) {
  return born !== '' && birthOf(pid) === born
}

function birthOf(pid) {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
  }
  const stat = readIfPresent(`/proc/${pid}/stat`)
  if (!stat) return ''
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? '' : fields[18]
}
