import { open } from 'node:fs/promises'

const windowBytes = 65_536

/** Reads and writes a file at any position through a small buffer, because headers are close together. */
export async function openFileView(path: string) {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  let start = 0
  let held = Buffer.alloc(0)

  async function read(at: number, length: number): Promise<Buffer> {
    if (at < start || at + length > start + held.length) {
      const window = Buffer.alloc(Math.max(0, Math.min(windowBytes, size - at)))
      const { bytesRead } = await file.read(window, 0, window.length, at)
      start = at
      held = window.subarray(0, bytesRead)
    }
    return held.subarray(at - start, at - start + length)
  }

  async function write(at: number, bytes: Buffer): Promise<void> {
    held = Buffer.alloc(0)
    await file.write(bytes, 0, bytes.length, at)
  }

  return {
    size,
    /** Returns up to `length` bytes, limited by the buffer. It returns fewer only at the end of the file. */
    read,
    write,
    async blank(from: number, to: number): Promise<void> {
      for (let at = from; at < to; at += windowBytes)
        await write(at, Buffer.alloc(Math.min(windowBytes, to - at)))
    },
    close: () => file.close(),
  }
}

export type FileView = Awaited<ReturnType<typeof openFileView>>

/** The error for a damaged file. */
export class UnreadableFile extends Error {
  override name = 'Unreadable'
}
