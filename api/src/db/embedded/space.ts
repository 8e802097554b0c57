import { statfs } from 'node:fs/promises'
import { CannotStart } from './explain.ts'

/** Checked before the start, because on a full disk PostgreSQL cannot log why it fails. */
export async function needSpace(folder: string, megabytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (blocks === 0) return // some network file systems report no size
  const free = Math.floor((bavail * bsize) / 1_000_000)
  if (free >= megabytes) return
  throw new CannotStart(
    `The disk that holds ${folder} is full: ${free} MB are free, and the database needs ${megabytes} MB to start. Free some space and start again.`,
  )
}
