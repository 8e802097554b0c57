import { statfs } from 'node:fs/promises'

/** Ends the start with a message for the person who started Rootsquare. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** Is thrown if a running process has the lock of the data folder. */
export class AlreadyRunning extends CannotStart {
  override name = 'AlreadyRunning'
}

type DatabasePaths = { db: string; log: string }

export const ownServer = 'set DATABASE_URL to a PostgreSQL server of your own (15 or later)'

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Is passed to `catch`, so that a missing file becomes undefined. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
  return undefined
}

const damaged =
  'The database in {db} is damaged. Put a backup in its place, or move the folder away to begin with an empty database.'

/** The first match wins, because a full shared memory also says "No space left on device". `{db}` stands for the folder. */
const causes: [RegExp, string][] = [
  [
    /pre-existing shared memory block/,
    'Processes of an earlier database server are still at work in {db}. Wait a moment and start again.',
  ],
  [
    /shared memory|semaphores|Cannot allocate memory|out of memory/,
    `There is not enough memory for the embedded PostgreSQL. Free some and start again, or ${ownServer}.`,
  ],
  [
    /EBUSY|EXDEV/,
    'The folder {db} is a mount point, and the database cannot be put into its place. Mount the folder above it instead.',
  ],
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/,
    'The disk that holds {db} is full. Free some space and start again.',
  ],
  [
    /could not look up effective user ID/,
    `This account has no name on this machine, and PostgreSQL needs one. Start as a named user, or ${ownServer}.`,
  ],
  [
    /EADDR|Address already in use|could not (bind|create any)/,
    `Another program took the address of the embedded PostgreSQL. Start again, or ${ownServer}.`,
  ],
  [
    /invalid value for parameter|unrecognized configuration|outside the valid range/,
    'The embedded PostgreSQL refused one of its settings. Correct it and start again.',
  ],
  [
    /EROFS|Read-only file system/,
    'The disk that holds {db} can only be read. Make it writable, or set DATA_DIR to another folder.',
  ],
  [
    /EACCES|EPERM|Permission denied|not permitted|(wrong|invalid) (ownership|permissions)/i,
    'This account may not use the database folder {db}. Start as the account that owns it, or set DATA_DIR to a folder of your own.',
  ],
  [
    /checkpoint record|pg_control|not a database cluster|could not (open|read|access|find)|does not exist/,
    damaged,
  ],
  [/invalid (data|magic|page)|corrupt|PANIC|incompatible with|missing contrecord|bad data/i, damaged],
]
const unknown = `The embedded PostgreSQL did not start. Look into its log, or ${ownServer}.`

const isComplaint = /FATAL|PANIC|ERROR|error:|could not|^E[A-Z]+:/

/** Turns the output of PostgreSQL or an error of the file system into a clear message. */
export function explainStartError(output: string, paths: DatabasePaths): CannotStart {
  const complaints = output.split('\n').filter((line) => isComplaint.test(line))
  for (const [pattern, sentence] of causes) {
    const complaint = complaints.find((line) => pattern.test(line))
    if (complaint) return cannotStart(sentence, complaint, paths)
  }
  return cannotStart(unknown, complaints.at(-1), paths)
}

function cannotStart(sentence: string, complaint: string | undefined, { db, log }: DatabasePaths) {
  const text = complaint?.replace(/^.*?(FATAL|PANIC|ERROR|LOG|error|postgres):\s*/, '').trim()
  const what = sentence.replace('{db}', () => db)
  return new CannotStart(`${what} ${text ? `(It said: ${text}.) ` : ''}The log is ${log}.`)
}

/** Runs before the start, because on a full disk PostgreSQL cannot log why it fails. */
export async function requireSpace(folder: string, megabytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (blocks === 0) return // some network file systems report no size
  const free = Math.floor((bavail * bsize) / 1_000_000)
  if (free >= megabytes) return
  throw new CannotStart(
    `The disk that holds ${folder} is full: ${free} MB are free, and the database needs ${megabytes} MB to start. Free some space and start again.`,
  )
}
