import { UnreadableFile, type FileView } from '#api/features/uploads/file-view.ts'
import type { SoundInfo } from '#api/features/uploads/media-kinds.ts'

type Page = { start: number; body: number; end: number; head: Buffer; isPacketEnd: boolean }

const headBytes = 27
const isFirstPage = 2
const samplesPerMs = 48
const maxPages = 100_000

/** Empties the comments in the second packet, and returns the length by the last page, whose position counts samples. */
export async function cleanOgg(view: FileView): Promise<SoundInfo> {
  let [pages, samples, skipped] = [0, 0, 0]
  let isInComments = true
  for (let at = 0; at < view.size; pages += 1) {
    const page = await pageAt(view, at)
    // The file must contain only one stream of sound.
    if (isFirst(page) !== (pages === 0) || pages > maxPages) throw new UnreadableFile('not one stream')
    if (pages === 0) skipped = await skippedSamples(view, page)
    else if (isInComments) {
      await emptyComments(view, page, pages === 1)
      isInComments = !page.isPacketEnd
    }
    const position = page.head.readBigInt64LE(6)
    if (position > 0n) samples = Number(position)
    at = page.end
  }
  return { isAccepted: true, durationMs: (samples - skipped) / samplesPerMs }
}

const isFirst = ({ head }: Page) => ((head[5] ?? 0) & isFirstPage) !== 0

async function pageAt(view: FileView, start: number): Promise<Page> {
  const head = Buffer.from(await view.read(start, headBytes))
  if (head.length < headBytes || head.toString('latin1', 0, 4) !== 'OggS') throw new UnreadableFile('no page')
  const count = head[26] ?? 0
  const lengths = Buffer.from(await view.read(start + headBytes, count))
  const body = start + headBytes + count
  const end = body + lengths.reduce((sum, length) => sum + length, 0)
  if (lengths.length < count || end > view.size) throw new UnreadableFile('cut off')
  // A packet continues as long as its parts are full.
  return { start, body, end, head, isPacketEnd: lengths.some((length) => length < 255) }
}

/** Returns the number of samples that players skip at the beginning. */
async function skippedSamples(view: FileView, { body, end }: Page): Promise<number> {
  const head = await view.read(body, Math.min(end - body, 19))
  if (head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead') throw new UnreadableFile('no Opus')
  return head.readUInt16LE(10)
}

/** Overwrites the vendor and comments after the name of the packet with zeros, and updates the checksum of the page. */
async function emptyComments(view: FileView, page: Page, isStart: boolean): Promise<void> {
  const name = Buffer.from('OpusTags', 'latin1')
  const content = Buffer.alloc(page.end - page.body)
  if (isStart) {
    const found = await view.read(page.body, name.length)
    if (!found.equals(name) || content.length < 16) throw new UnreadableFile('no comments')
    name.copy(content)
  }
  const head = Buffer.from(await view.read(page.start, page.body - page.start))
  head.writeUInt32LE(0, 22)
  head.writeUInt32LE(checksum(Buffer.concat([head, content])), 22)
  await view.write(page.start, head)
  await view.write(page.body, content)
}

const polynomial = 0x04_c1_1d_b7

function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? polynomial : 0)
  }
  return sum >>> 0
}
