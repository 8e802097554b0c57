import { UnreadableFile, type FileView } from '#api/features/uploads/file-view.ts'
import type { VideoSize } from './mp4.ts'

export type WebmElement = { id: number; start: number; body: number; end: number; isOpen: boolean }

const ids = {
  segment: 0x18_53_80_67,
  cluster: 0x1f_43_b6_75,
  tracks: 0x16_54_ae_6b,
  track: 0xae,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  tags: 0x12_54_c3_67,
  attachments: 0x19_41_a4_69,
}
/** The containers that are inspected. A segment or cluster of unknown size is followed by its children. */
const containers = new Set([ids.segment, ids.tracks, ids.track, ids.video])
/** Texts such as the location, and attached files, which no player needs. */
const privateElements = new Set([ids.tags, ids.attachments])
const voidId = 0xec
const maxElements = 300_000

/** Turns tags and attachments into void elements of the same size, so that all offsets stay valid. */
export async function cleanWebm(view: FileView): Promise<VideoSize> {
  const size: VideoSize = { width: null, height: null }
  for await (const element of elementsIn(view, containers)) {
    if (privateElements.has(element.id)) await blank(view, element)
    if (element.id === ids.pixelWidth) size.width ??= await numberIn(view, element)
    if (element.id === ids.pixelHeight) size.height ??= await numberIn(view, element)
  }
  return size
}

/** Yields all elements in the order of the file, including the content of those in `inside`. */
export async function* elementsIn(view: FileView, inside: Set<number>): AsyncGenerator<WebmElement> {
  let left = maxElements
  for (let at = 0; at < view.size;) {
    left -= 1
    if (left < 0) throw new UnreadableFile('too many elements')
    const element = await elementAt(view, at)
    yield element
    at = inside.has(element.id) || element.isOpen ? element.body : element.end
  }
}

async function elementAt(view: FileView, start: number): Promise<WebmElement> {
  const head = await view.read(start, 12)
  const idLength = lengthOf(head[0])
  const sizeLength = lengthOf(head[idLength])
  if (idLength > 4 || head.length < idLength + sizeLength) throw new UnreadableFile('cut off')
  const body = start + idLength + sizeLength
  const size = sizeIn(head.subarray(idLength, idLength + sizeLength))
  const id = head.readUIntBE(0, idLength)
  const isOpen = size === null
  // Only these may have an unknown size. A truncated recording ends in its last cluster.
  if (isOpen && id !== ids.segment && id !== ids.cluster) throw new UnreadableFile('no size')
  const end = size === null ? view.size : body + size
  const isWhole = end <= view.size || id === ids.segment || id === ids.cluster
  if (!isWhole) throw new UnreadableFile('a size that cannot be')
  return { id, start, body, end, isOpen }
}

/** Returns the length in bytes: one plus the number of leading zero bits. */
export function lengthOf(first: number | undefined): number {
  if (!first) throw new UnreadableFile('no such length')
  return Math.clz32(first) - 23
}

/** Returns null if all bits are set, which means an unknown size. */
function sizeIn(bytes: Buffer): number | null {
  const marked = BigInt(`0x${bytes.toString('hex')}`)
  const all = (1n << BigInt(bytes.length * 7)) - 1n
  const size = marked & all
  return size === all ? null : Number(size)
}

async function numberIn(view: FileView, { body, end }: WebmElement): Promise<number | null> {
  const bytes = await view.read(body, Math.min(end - body, 8))
  if (bytes.length === 0 || bytes.length > 4) return null
  return bytes.readUIntBE(0, bytes.length) || null
}

/**
 * Overwrites an element with a void element. Both ids have four bytes, which leaves space for the void's one-byte id and a
 * size of eight bytes, or of one byte for a tiny element.
 */
async function blank(view: FileView, { start, end }: WebmElement): Promise<void> {
  const length = end - start
  const isTiny = length < 9
  const head = isTiny ? Buffer.from([voidId, 0x80 | (length - 2)]) : Buffer.alloc(9, voidId)
  if (!isTiny) head.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1)
  await view.write(start, head)
  await view.blank(start + head.length, end)
}
