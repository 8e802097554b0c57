import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { avatarBytes, avatarPreset, avatarTooLarge, maxImageBytes } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import type { Part } from '#api/http/body/multipart.ts'
import { invalid } from '#api/http/api-error.ts'
import { semaphore } from '#api/http/serve/semaphore.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { headBytes, kindOf, limitOf, tooLarge, type Kind } from './kinds.ts'

export type Received = { path: string; kind: Kind; bytes: number; poster: Buffer | null }
type File = { kind: Kind; bytes: number }

const folderOf = ({ settings }: Pick<Deps, 'settings'>) => join(settings.dataDir, 'uploading')

// Each upload may have a poster in memory and a video on disk.
const runLimited = semaphore(20, 40, 'Many files are being uploaded. Please try again in a moment.')

/** Reads the form into a temporary file, which is deleted when `work` ends or fails. */
export async function whileReceived<T>(
  deps: Deps,
  parts: AsyncIterable<Part>,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  const path = join(folderOf(deps), randomUUID())
  try {
    return await work(await runLimited(() => receive(parts, path)))
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
      poster = await inMemory(part.chunks)
    } else if (part.name === 'file') {
      if (file !== null) throw invalid({ file: 'Send one file at a time.' })
      file = await toDisk(part.chunks, path, preset)
    } else await letGo(part.chunks)
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

async function toDisk(chunks: AsyncIterable<Buffer>, path: string, preset: string): Promise<File> {
  await mkdir(join(path, '..'), { recursive: true })
  const target = await open(path, 'wx', 0o600)
  try {
    return await pour(chunks, target, preset)
  } finally {
    await target.close()
  }
}

/** The first bytes show the type, and with it the size limit. */
async function pour(chunks: AsyncIterable<Buffer>, target: FileHandle, preset: string): Promise<File> {
  let bytes = 0
  let head = Buffer.alloc(0)
  let kind: Kind | null = null
  for await (const chunk of chunks) {
    bytes += chunk.length
    await target.writeFile(chunk)
    if (head.length < headBytes) head = Buffer.concat([head, chunk])
    if (head.length >= headBytes) kind ??= await kindOf(head)
    if (kind) rejectWeight({ kind, bytes }, preset)
  }
  if (bytes === 0) throw invalid({ file: 'The file is empty.' })
  return { kind: kind ?? (await kindOf(head)), bytes }
}

function rejectWeight(file: File, preset: string): void {
  rejectAsAvatar(file, preset)
  if (file.bytes > limitOf(file.kind)) throw tooLarge(file.kind)
}

/** Large enough for a picture. */
async function inMemory(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const buffered: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxImageBytes) throw tooLarge({ is: 'image', type: '' })
    buffered.push(chunk)
  }
  return Buffer.concat(buffered)
}

/** The next part arrives only after this one has been read. */
async function letGo(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks) continue
}

/** Removes temporary files of a process that died. */
export async function clearLeftovers(deps: Deps): Promise<void> {
  const folder = folderOf(deps)
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: deps.clock.now() }))
    if (mtime < inHours(deps.clock.now(), -1)) await rm(join(folder, name), { force: true })
  }
}
