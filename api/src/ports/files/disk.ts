import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { FileStore } from './files.ts'

export function diskFiles(folder: string): FileStore {
  const root = resolve(folder)

  function pathOf(key: string): string {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep)) throw new Error(`A media key must stay inside the store: ${key}`)
    return path
  }

  /** Writes under another name and renames, so that no partial file is visible. */
  async function place(key: string, write: (part: string) => Promise<void>): Promise<void> {
    const path = pathOf(key)
    const part = `${path}.part`
    await mkdir(dirname(path), { recursive: true })
    try {
      await write(part)
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  return {
    folder: root,
    put: (key, bytes) => place(key, (part) => writeFile(part, bytes, { flush: true })),
    take: (key, from) => place(key, (part) => rename(from, part).catch(() => copyFile(from, part))),
    async remove(key) {
      const path = pathOf(key)
      // A process that died while writing leaves the temporary file.
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })])
    },
    addressOf: (key) => `/${join('media', key)}`,
    async read(address) {
      if (!address.startsWith('/media/')) return null
      return readFile(pathOf(address.slice('/media/'.length))).catch(nullIfMissing)
    },
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
