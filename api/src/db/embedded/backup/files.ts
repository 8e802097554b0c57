import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ignoreMissing } from '../explain.ts'

type Tree = { folders: string[]; files: string[] }

/** Lists what is in a folder, by paths within it. Links are left out, and so is what vanishes meanwhile. */
export async function listTree(
  root: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] }
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? []
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (!isWanted(path)) continue
      if (entry.isFile()) tree.files.push(path)
      if (!entry.isDirectory()) continue
      tree.folders.push(path)
      waiting.push(path)
    }
  }
  return tree
}

/** What was written: not what the file has become since. */
export type Copied = { size: number; sha256: string }

/**
 * Copies a file that may grow meanwhile, and waits until the copy is on the disk. Synchronous but for a pause after each
 * chunk: a database has thousands of small files, and each asynchronous step waits for a thread.
 */
export async function copyFile(from: string, to: string): Promise<Copied> {
  const source = openSync(from, 'r')
  try {
    const copy = openSync(to, 'wx', 0o600)
    try {
      return await copyBytes(source, copy)
    } finally {
      closeSync(copy)
    }
  } finally {
    closeSync(source)
  }
}

const chunkBytes = 1_000_000

async function copyBytes(source: number, copy: number): Promise<Copied> {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  const hash = createHash('sha256')
  let size = 0
  for (;;) {
    const bytes = chunk.subarray(0, readSync(source, chunk))
    if (bytes.length === 0) break
    hash.update(bytes)
    writeFileSync(copy, bytes)
    size += bytes.length
    await setImmediate()
  }
  fsyncSync(copy)
  return { size, sha256: hash.digest('hex') }
}

/** Makes new names in a folder last through a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
