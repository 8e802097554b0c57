import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Returns all running processes of a group and, with a folder, those whose work folder it is. Every process of a PostgreSQL
 * has its own group and outlives the Patroni that started it.
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

/** Returns fields of /proc/PID/stat after the name, which is in brackets and may contain blanks: state, parent, group. */
function statusOf(pid) {
  const text = orUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  const [state, , processGroup] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state, processGroup: Number(processGroup) }
}

function folderOf(pid) {
  return orUndefined(() => readlinkSync(`/proc/${pid}/cwd`))
}

/** Returns undefined if a process ends while it is read, or belongs to another user. */
function orUndefined(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
