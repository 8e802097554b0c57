import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoreMissing } from '../start-errors.ts'
import { copyFile, type CopiedFile } from './files.ts'
import type { Manifest } from './manifest.ts'

export type Progress = { files: number; bytes: number }

type Options = { signal: AbortSignal; onProgress: (progress: Progress) => void }

export type BackupWriter = ReturnType<typeof backupWriter>

/** Fills the folder of a backup and collects what it wrote for the manifest. */
export function backupWriter(target: string, { signal, onProgress }: Options) {
  const folders = new Set<string>()
  const files = new Map<string, CopiedFile>()
  let bytes = 0

  async function addFolder(name: string): Promise<void> {
    if (name === '.' || folders.has(name)) return
    await addFolder(dirname(name))
    await mkdir(join(target, name), { mode: 0o700 })
    folders.add(name)
  }

  function record(name: string, file: CopiedFile) {
    files.set(name, file)
    onProgress({ files: files.size, bytes: (bytes += file.size) })
  }

  return {
    addFolder,
    async addBytes(name: string, content: Buffer | string): Promise<void> {
      await addFolder(dirname(name))
      await writeFile(join(target, name), content, { mode: 0o600, flag: 'wx', flush: true })
      const sha256 = createHash('sha256').update(content).digest('hex')
      record(name, { size: Buffer.byteLength(content), sha256 })
    },
    /** Returns false if the file is missing or was removed. */
    async addFile(from: string, name: string): Promise<boolean> {
      signal.throwIfAborted()
      await addFolder(dirname(name))
      const copied = await copyFile(from, join(target, name)).catch(ignoreMissing)
      if (copied) record(name, copied)
      return copied !== undefined
    },
    has: (name: string) => files.has(name),
    written: (): Pick<Manifest, 'folders' | 'files'> => ({
      folders: [...folders],
      files: [...files].map(([name, file]) => ({ name, ...file })),
    }),
  }
}
