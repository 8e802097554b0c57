import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * All living processes of a group and, with a folder, those that work in it: every process of a PostgreSQL has a group
 * of its own, and outlives the Patroni that started it.
 */
export function pidsOf({ group, folder }) {
  return allPids().filter(
    (pid) => isInGroup(pid, group) || (folder !== undefined && folderOf(pid) === folder),
  )
}

export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}

function allPids() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function isInGroup(pid, group) {
  const { state, processGroup } = statusOf(pid)
  return processGroup === group && state !== 'Z'
}

/** Fields of /proc/PID/stat after the name, which is in brackets and may have blanks: state, parent, group. */
function statusOf(pid) {
  const text = orUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  const [state, , processGroup] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state, processGroup: Number(processGroup) }
}

function folderOf(pid) {
  return orUndefined(() => readlinkSync(`/proc/${pid}/cwd`))
}

/** A process may end while it is looked at, and those of other users cannot be looked at. */
function orUndefined(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
