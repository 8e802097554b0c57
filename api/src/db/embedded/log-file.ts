import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 5_000_000
const maxExcerptBytes = 64_000
const checkEveryMs = 60_000

export type LogFile = ReturnType<typeof openLogFile>

/** Opens the file for the server to write to directly, so that a busy event loop does not delay queries that log. */
export function openLogFile(folder: string) {
  const path = join(folder, 'db.log')
  const fd = openSync(path, 'a+', 0o600)
  keepShort(path, fd)
  const timer = setInterval(() => keepShort(path, fd), checkEveryMs).unref()

  return {
    path,
    fd,
    size: () => fstatSync(fd).size,
    /** Returns what was written after that position. */
    since: (size: number) => excerpt(fd, size),
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}

// The log is copied and truncated instead of renamed, because the server still writes to its file descriptor.
function keepShort(path: string, fd: number) {
  if (fstatSync(fd).size < maxBytes) return
  try {
    copyFileSync(path, `${path}.old`)
  } catch {
    // Errors are ignored: on a full disk, for example, the newest lines matter more than the old ones.
  }
  ftruncateSync(fd)
}

function excerpt(fd: number, from: number) {
  const length = Math.min(Math.max(fstatSync(fd).size - from, 0), maxExcerptBytes)
  const bytes = Buffer.alloc(length)
  const read = readSync(fd, bytes, 0, length, from)
  return bytes.toString('utf8', 0, read)
}
