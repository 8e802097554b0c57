import type { FileView } from '#api/features/uploads/file-view.ts'
import { elementsIn, lengthOf, type WebmElement } from '#api/features/uploads/video/webm.ts'
import type { SoundInfo } from '#api/features/uploads/media-kinds.ts'

const ids = {
  segment: 0x18_53_80_67,
  info: 0x15_49_a9_66,
  timestampScale: 0x2a_d7_b1,
  tracks: 0x16_54_ae_6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f_43_b6_75,
  clusterTime: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
}
const containers = new Set([ids.segment, ids.info, ids.tracks, ids.track, ids.cluster, ids.blockGroup])
const [videoTrack, soundTrack] = [1, 2]

/**
 * Returns the sound of the file, or null if it has no sound track or a picture track. Browsers do not write the length of
 * their recordings, so it is the time of the last block plus the time between the last two.
 */
export async function readWebmSound(view: FileView): Promise<SoundInfo | null> {
  let codec = ''
  let hasSound = false
  let [scale, clusterTime, last, step] = [1_000_000, 0, 0, 0]
  for await (const element of elementsIn(view, containers)) {
    const track = element.id === ids.trackType ? await numberIn(view, element) : null
    if (track === videoTrack) return null
    if (track === soundTrack) hasSound = true
    if (element.id === ids.codec) codec = (await view.read(element.body, sizeOf(element))).toString('latin1')
    if (element.id === ids.timestampScale) scale = await numberIn(view, element)
    if (element.id === ids.clusterTime) clusterTime = await numberIn(view, element)
    if (element.id !== ids.block && element.id !== ids.simpleBlock) continue
    const time = clusterTime + (await timeOfBlock(view, element))
    if (time > last) [last, step] = [time, time - last]
  }
  if (!hasSound) return null
  return { isAccepted: codec === 'A_OPUS', durationMs: ((last + step) * scale) / 1_000_000 }
}

const sizeOf = ({ body, end }: WebmElement) => Math.min(end - body, 64)

async function numberIn(view: FileView, element: WebmElement): Promise<number> {
  const bytes = await view.read(element.body, Math.min(sizeOf(element), 8))
  return Number(`0x0${bytes.toString('hex')}`)
}

/** Returns the time of a block. A block begins with the number of its track and a time relative to its cluster. */
async function timeOfBlock(view: FileView, { body }: WebmElement): Promise<number> {
  const head = await view.read(body, 10)
  const trackLength = lengthOf(head[0])
  return head.length < trackLength + 2 ? 0 : head.readInt16BE(trackLength)
}
