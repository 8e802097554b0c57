import type { FileView } from '#api/features/uploads/file-view.ts'
import { boxesIn, mp4Containers, type Mp4Box } from '#api/features/uploads/video/mp4.ts'
import type { SoundInfo } from '#api/features/uploads/media-kinds.ts'

const inspectedBoxes = new Set([...mp4Containers, 'stbl'])

/** Returns the sound of the file, or null if it has no sound track or more than one track. */
export async function readMp4Sound(view: FileView): Promise<SoundInfo | null> {
  const tracks: string[] = []
  let codec = ''
  let [scale, whole, inFragments, usualDuration] = [0, 0, 0, 0]
  for await (const box of boxesIn(view, inspectedBoxes)) {
    const head = await view.read(box.body, Math.min(box.end - box.body, 32))
    if (head.length < 16) continue
    if (box.type === 'hdlr') tracks.push(head.toString('latin1', 8, 12))
    if (box.type === 'stsd') codec = head.toString('latin1', 12, 16)
    if (box.type === 'mdhd') [scale, whole] = lengthIn(head)
    if (box.type === 'trex') usualDuration = head.readUInt32BE(12)
    if (box.type === 'tfhd') usualDuration = usualDurationIn(head) ?? usualDuration
    if (box.type === 'trun') inFragments += await durationOf(view, box, usualDuration)
  }
  const isSound = tracks.includes('soun') && !tracks.includes('vide')
  if (!isSound) return null
  const ticks = Math.max(whole, inFragments)
  return { isAccepted: codec === 'mp4a', durationMs: scale === 0 ? 0 : (ticks / scale) * 1000 }
}

/** Returns the ticks per second and in total. A recording in fragments has a total of 0. */
function lengthIn(mdhd: Buffer): [scale: number, ticks: number] {
  if (mdhd[0] === 1 && mdhd.length >= 32) return [mdhd.readUInt32BE(20), Number(mdhd.readBigUInt64BE(24))]
  return mdhd.length < 20 ? [0, 0] : [mdhd.readUInt32BE(12), mdhd.readUInt32BE(16)]
}

/** Returns the default length of a sample, which follows optional fields: an offset of eight bytes and a number of four. */
function usualDurationIn(tfhd: Buffer): number | null {
  const flags = tfhd.readUInt32BE(0)
  const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
  return flags & 8 && tfhd.length >= at + 4 ? tfhd.readUInt32BE(at) : null
}

const sampleFields = [0x1_00, 0x2_00, 0x4_00, 0x8_00]

/** Returns the length of a fragment. Its samples either have the default length or a length each. */
async function durationOf(view: FileView, { body, end }: Mp4Box, usualDuration: number): Promise<number> {
  const head = await view.read(body, 8)
  const [flags, count] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  if (!(flags & 0x1_00)) return count * usualDuration
  const stride = 4 * sampleFields.filter((field) => flags & field).length
  let at = body + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  let sum = 0
  for (; at + stride <= end; at += stride) sum += (await view.read(at, 4)).readUInt32BE(0)
  return sum
}
