import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ignoreMissing } from '../start-errors.ts'

type Tree = { folders: string[]; files: string[] }

/** Lists the files and folders below a folder, by relative path. Links, and files that vanish while it reads, are left out. */
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

/** Describes the bytes that were written, because the file may have changed since. */
export type CopiedFile = { size: number; sha256: string }

/**
 * Copies a file that may still grow, and waits until the copy is on the disk. It is synchronous except for a pause after each
 * chunk: a database has thousands of small files, and each asynchronous step waits for a thread.
 */
export async function copyFile(from: string, to: string): Promise<CopiedFile> {
  using opened = new DisposableStack()
  const source = opened.adopt(openSync(from, 'r'), closeSync)
  const copy = opened.adopt(openSync(to, 'wx', 0o600), closeSync)
  return await copyBytes(source, copy)
}

const chunkBytes = 1_000_000

async function copyBytes(source: number, copy: number): Promise<CopiedFile> {
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

/** Makes new names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}
