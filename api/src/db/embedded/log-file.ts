import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 5_000_000
const maxExcerptBytes = 64_000
const checkEveryMs = 60_000

export type LogFile = ReturnType<typeof openLog>

/** The server writes into the file itself, so that a busy event loop never makes a query wait for its log line. */
export function openLog(folder: string) {
  const path = join(folder, 'db.log')
  const fd = openSync(path, 'a+', 0o600)
  keepShort(path, fd)
  const timer = setInterval(() => keepShort(path, fd), checkEveryMs).unref()

  return {
    path,
    fd,
    size: () => fstatSync(fd).size,
    /** What was written since the file had that size. */
    since: (size: number) => excerpt(fd, size),
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}

// Copied and cut rather than renamed: the server keeps its descriptor, and appends from the new end on.
function keepShort(path: string, fd: number) {
  if (fstatSync(fd).size < maxBytes) return
  try {
    copyFileSync(path, `${path}.old`)
  } catch {
    // A full disk, say: the newest lines matter more than the old ones.
  }
  ftruncateSync(fd)
}

function excerpt(fd: number, from: number) {
  const length = Math.min(Math.max(fstatSync(fd).size - from, 0), maxExcerptBytes)
  const bytes = Buffer.alloc(length)
  const read = readSync(fd, bytes, 0, length, from)
  return bytes.toString('utf8', 0, read)
}
