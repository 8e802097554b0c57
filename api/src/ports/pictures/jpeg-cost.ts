type Component = { id: number; samples: number }
type Jpeg = { scans: number; samples: number }

const [startOfScan, endOfImage] = [0xda, 0xd9]
/** All frame headers; 0xc4, 0xc8 and 0xcc are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** These stand alone; all others are followed by a length. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * Counts the scans of a JPEG, and the samples that a decoder visits in all of them: each scan of a progressive picture goes
 * over all pixels once more, although its data may be a few bytes.
 */
export function jpegCost(bytes: Buffer): Jpeg {
  const cost: Jpeg = { scans: 0, samples: 0 }
  let components: Component[] = []
  for (let at = nextMarker(bytes, 0); at < bytes.length - 3;) {
    const marker = bytes[at] ?? 0
    if (marker === endOfImage) break
    const length = isAlone(marker) ? 0 : bytes.readUInt16BE(at + 1)
    const segment = bytes.subarray(at + 3, at + 1 + length)
    if (isFrame(marker) && components.length === 0) components = componentsOf(segment)
    if (marker === startOfScan) {
      cost.scans += 1
      cost.samples += samplesOf(components, segment)
    }
    at = nextMarker(bytes, at + 1 + length)
  }
  return cost
}

/** Returns the place after the next 0xff that is no part of the pixels, or the end. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0x00 || bytes[at + 1] === 0xff))
    at += 1
  return at + 1
}

/** Returns the components with their samples, which are fewer than the pixels if they are subsampled. */
function componentsOf(frame: Buffer): Component[] {
  if (frame.length < 6) return []
  const pixels = frame.readUInt16BE(1) * frame.readUInt16BE(3)
  const described = Array.from({ length: frame[5] ?? 0 }, (_, nth) =>
    frame.subarray(6 + 3 * nth, 9 + 3 * nth),
  )
  const parts = described.map(([id = 0, factors = 0]) => ({ id, across: factors >> 4, down: factors & 15 }))
  const all = Math.max(...parts.map(({ across }) => across)) * Math.max(...parts.map(({ down }) => down))
  return parts.map(({ id, across, down }) => ({ id, samples: (pixels * across * down) / (all || 1) }))
}

function samplesOf(components: Component[], scan: Buffer): number {
  const ids = Array.from({ length: scan[0] ?? 0 }, (_, nth) => scan[1 + 2 * nth])
  return components.reduce((sum, { id, samples }) => sum + (ids.includes(id) ? samples : 0), 0)
}
