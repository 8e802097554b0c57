import { UnreadableFile, type FileView } from '#api/features/uploads/file-view.ts'
import type { SoundInfo } from '#api/features/uploads/media-kinds.ts'

type Frame = { bytes: number; ms: number }

/** The sample rates by the two bits of the version: 2.5, none, 2 and 1. */
const rates = [[11_025, 12_000, 8000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]
const version1 = 3
const kilobits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const kilobits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const layer3 = 1
/** Tags at the end are small. More bytes than this are not sound. */
const maxBytesAfter = 65_536
const minFrames = 2

/** Empties the tags before and after the frames, and adds up the length of the frames. */
export async function cleanMp3(view: FileView): Promise<SoundInfo> {
  let at = await emptyTag(view)
  let [durationMs, frames] = [0, 0]
  for (let frame = await frameAt(view, at); frame; frame = await frameAt(view, at)) {
    durationMs += frame.ms
    frames += 1
    at += frame.bytes
  }
  if (frames < minFrames || view.size - at > maxBytesAfter) throw new UnreadableFile('no frames')
  await view.blank(at, view.size)
  return { isAccepted: true, durationMs }
}

/** Empties the tag and returns its end. Its size is in four bytes of seven bits each. */
async function emptyTag(view: FileView): Promise<number> {
  const head = await view.read(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((head[place] ?? 0) & 127), 0)
  const end = Math.min(10 + size, view.size)
  // The flags are cleared, so that the rest of the tag is read as padding.
  await view.write(5, Buffer.alloc(1))
  await view.blank(10, end)
  return end
}

async function frameAt(view: FileView, at: number): Promise<Frame | null> {
  const head = await view.read(at, 4)
  if (head.length < 4) return null
  const bits = head.readUInt32BE(0)
  const [version, layer] = [(bits >>> 19) & 3, (bits >>> 17) & 3]
  const rate = rates[version]?.[(bits >>> 10) & 3]
  const kilobits = (version === version1 ? kilobits1 : kilobits2)[(bits >>> 12) & 15]
  if (bits >>> 21 !== 0x7_ff || layer !== layer3 || !rate || !kilobits) return null
  const samples = version === version1 ? 1152 : 576
  const bytes = Math.floor((samples * kilobits * 125) / rate) + ((bits >>> 9) & 1)
  return at + bytes > view.size ? null : { bytes, ms: (samples / rate) * 1000 }
}
