import { UnreadableFile, type FileView } from '#api/features/uploads/file-view.ts'

export type VideoSize = { width: number | null; height: number | null }
export type Mp4Box = { type: string; start: number; body: number; end: number }

/** The containers of the boxes that matter. All other boxes are left unchanged. */
export const mp4Containers = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf', 'mvex', 'edts'])
/**
 * Boxes that contain metadata of cameras and programs, which no player needs: the location (`©xyz`, `loci`, Apple's keys in
 * `meta`, XMP in `uuid`), names, serial numbers, and old content in `free`.
 */
const privateBoxes = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'cprt', 'loci'])
const maxBoxes = 20_000
const maxDepth = 6

/** Turns metadata boxes into empty `free` boxes of the same size, so that all offsets stay valid. */
export async function cleanMp4(view: FileView): Promise<VideoSize> {
  let size = unknownSize
  let moovs = 0
  for await (const box of boxesIn(view, mp4Containers)) {
    // A compressed header cannot be inspected.
    if (box.type === 'cmov') throw new UnreadableFile('compressed')
    if (box.type === 'moov') moovs += 1
    const found = await cleanBox(view, box)
    if (size.width === null) size = found
  }
  if (moovs === 0) throw new UnreadableFile('no moov')
  return size
}

type FileRange = { from: number; to: number; depth: number }

/** Yields all boxes in the order of the file, including the content of those in `inside`. */
export async function* boxesIn(
  view: FileView,
  inside: Set<string>,
  { from, to, depth }: FileRange = { from: 0, to: view.size, depth: 0 },
  walk = { left: maxBoxes },
): AsyncGenerator<Mp4Box> {
  if (depth > maxDepth) throw new UnreadableFile('too deep')
  for (let at = from; at < to;) {
    const box = await boxAt(view, at, to)
    walk.left -= 1
    if (walk.left < 0) throw new UnreadableFile('too many boxes')
    yield box
    if (inside.has(box.type))
      yield* boxesIn(view, inside, { from: box.body, to: box.end, depth: depth + 1 }, walk)
    at = box.end
  }
}

const unknownSize: VideoSize = { width: null, height: null }

async function cleanBox(view: FileView, box: Mp4Box): Promise<VideoSize> {
  if (box.type === 'tkhd') return sizeIn(view, box)
  if (privateBoxes.has(box.type)) {
    await view.write(box.start + 4, Buffer.from('free', 'latin1'))
    await view.blank(box.body, box.end)
  }
  return unknownSize
}

/**
 * Reads the header of a box. The next position is always further and within the parent, so that a wrong size ends the walk.
 */
async function boxAt(view: FileView, start: number, to: number): Promise<Mp4Box> {
  // QuickTime ends some lists with four zero bytes.
  if (to - start < 8) return { type: '', start, body: to, end: to }
  const head = await view.read(start, 16)
  const short = head.readUInt32BE(0)
  const isLong = short === 1
  if (isLong && head.length < 16) throw new UnreadableFile('cut off')
  const length = isLong ? Number(head.readBigUInt64BE(8)) : short
  const body = start + (isLong ? 16 : 8)
  const end = short === 0 ? to : start + length
  if (end < body || end > to) throw new UnreadableFile('a size that cannot be')
  return { type: head.toString('latin1', 4, 8), start, body, end }
}

/** Returns the displayed width and height. Phones record upright videos rotated, and set the rotation matrix. */
async function sizeIn(view: FileView, { body, end }: Mp4Box): Promise<VideoSize> {
  const fields = await view.read(body, Math.min(end - body, 96))
  const fromEnd = fields.length - 44
  if (fromEnd < 0) return unknownSize
  const [across, down] = [fields.readInt32BE(fromEnd), fields.readInt32BE(fromEnd + 16)]
  const [width, height] = [fields.readUInt32BE(fromEnd + 36) >>> 16, fields.readUInt32BE(fromEnd + 40) >>> 16]
  if (width === 0 || height === 0) return unknownSize
  return across === 0 && down === 0 ? { width: height, height: width } : { width, height }
}
