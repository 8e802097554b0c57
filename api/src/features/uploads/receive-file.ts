import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { avatarBytes, avatarPreset, avatarTooLarge, maxImageBytes } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import type { Part } from '#api/http/body/multipart.ts'
import { invalid } from '#api/http/api-error.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { headBytes, detectKind, sizeLimitOf, tooLargeError, type MediaKind } from './media-kinds.ts'

export type Received = { path: string; kind: MediaKind; bytes: number; poster: Buffer | null }
type File = { kind: MediaKind; bytes: number }

const folderOf = ({ settings }: Pick<Deps, 'settings'>) => join(settings.dataDir, 'uploading')

/** Receives the form into a temporary file, which is deleted when `work` ends or fails. */
export async function withReceivedFile<T>(
  deps: Deps,
  parts: AsyncIterable<Part>,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  const path = join(folderOf(deps), randomUUID())
  try {
    return await work(await receive(parts, path))
  } finally {
    await rm(path, { force: true })
  }
}

async function receive(parts: AsyncIterable<Part>, path: string): Promise<Received> {
  let file: File | null = null
  let poster: Buffer | null = null
  let preset = ''
  for await (const part of parts) {
    if ('text' in part) preset = part.name === 'upload_preset' ? part.text.trim() : preset
    else if (part.name === 'poster') {
      if (poster !== null) throw invalid({ poster: 'Send one poster at a time.' })
      poster = await readIntoMemory(part.chunks)
    } else if (part.name === 'file') {
      if (file !== null) throw invalid({ file: 'Send one file at a time.' })
      file = await saveToDisk(part.chunks, path, preset)
    } else await skipPart(part.chunks)
  }
  if (file === null) throw invalid({ file: 'Required.' })
  rejectAsAvatar(file, preset)
  return { path, poster, ...file }
}

function rejectAsAvatar({ kind, bytes }: File, preset: string): void {
  if (preset !== avatarPreset) return
  if (kind.is !== 'image') throw invalid({ file: 'An avatar must be a picture.' })
  if (bytes >= avatarBytes) throw invalid({ file: avatarTooLarge })
}

async function saveToDisk(chunks: AsyncIterable<Buffer>, path: string, preset: string): Promise<File> {
  await mkdir(join(path, '..'), { recursive: true })
  const target = await open(path, 'wx', 0o600)
  try {
    return await writeChunks(chunks, target, preset)
  } finally {
    await target.close()
  }
}

/** Writes the chunks to the file. The first bytes determine the type, and the type the size limit. */
async function writeChunks(chunks: AsyncIterable<Buffer>, target: FileHandle, preset: string): Promise<File> {
  let bytes = 0
  let head = Buffer.alloc(0)
  let kind: MediaKind | null = null
  for await (const chunk of chunks) {
    bytes += chunk.length
    await target.writeFile(chunk)
    if (head.length < headBytes) head = Buffer.concat([head, chunk])
    if (head.length >= headBytes) kind ??= await detectKind(head)
    if (kind) rejectTooLarge({ kind, bytes }, preset)
  }
  if (bytes === 0) throw invalid({ file: 'The file is empty.' })
  return { kind: kind ?? (await detectKind(head)), bytes }
}

function rejectTooLarge(file: File, preset: string): void {
  rejectAsAvatar(file, preset)
  if (file.bytes > sizeLimitOf(file.kind)) throw tooLargeError(file.kind)
}

/** Reads the poster into memory, up to the size limit of a picture. */
async function readIntoMemory(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const buffered: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxImageBytes) throw tooLargeError({ is: 'image', type: '' })
    buffered.push(chunk)
  }
  return Buffer.concat(buffered)
}

/** Skips a part, because the next part arrives only after this one has been read. */
async function skipPart(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks) continue
}

/** Removes temporary files of processes that died. */
export async function deleteLeftovers(deps: Deps): Promise<void> {
  const folder = folderOf(deps)
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: deps.clock.now() }))
    if (mtime < inHours(deps.clock.now(), -1)) await rm(join(folder, name), { force: true })
  }
}
