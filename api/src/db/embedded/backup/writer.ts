import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoreMissing } from '../start-errors.ts'
import { copyFile, type CopiedFile } from './files.ts'
import type { Manifest } from './manifest.ts'

export type BackupWriter = ReturnType<typeof backupWriter>

/** Fills the folder of a backup and collects what it wrote for the manifest. */
export function backupWriter(target: string) {
  const folders = new Set<string>()
  const files = new Map<string, CopiedFile>()

  async function addFolder(name: string): Promise<void> {
    if (name === '.' || folders.has(name)) return
    await addFolder(dirname(name))
    await mkdir(join(target, name), { mode: 0o700 })
    folders.add(name)
  }

  return {
    addFolder,
    async addBytes(name: string, content: Buffer | string): Promise<void> {
      await addFolder(dirname(name))
      await writeFile(join(target, name), content, { mode: 0o600, flag: 'wx', flush: true })
      const sha256 = createHash('sha256').update(content).digest('hex')
      files.set(name, { size: Buffer.byteLength(content), sha256 })
    },
    /** Returns false if the file is missing or was removed. */
    async addFile(from: string, name: string): Promise<boolean> {
      await addFolder(dirname(name))
      const copied = await copyFile(from, join(target, name)).catch(ignoreMissing)
      if (copied) files.set(name, copied)
      return copied !== undefined
    },
    has: (name: string) => files.has(name),
    written: (): Pick<Manifest, 'folders' | 'files'> => ({
      folders: [...folders],
      files: [...files].map(([name, file]) => ({ name, ...file })),
    }),
  }
}
