/** Writes bits as JPEG wants them: a 0 follows each byte of ones. */
function bitsToBytes(bits: string): Buffer {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes: number[] = []
  for (let at = 0; at < whole.length; at += 8) {
    const byte = Number.parseInt(whole.slice(at, at + 8), 2)
    bytes.push(byte, ...(byte === 255 ? [0] : []))
  }
  return Buffer.from(bytes)
}

function segment(marker: number, ...content: number[]): Buffer {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content])
}

const words = (value: number) => [value >> 8, value & 255]

/** The symbol of each table that says "the next 2^n blocks have nothing". The codes have four bits. */
const runSymbols = Array.from({ length: 15 }, (_, size) => size << 4)
const huffmanTables = Buffer.concat([
  segment(0xc4, 0x00, 1, ...Array<number>(15).fill(0), 0),
  segment(0xc4, 0x10, 0, 0, 0, runSymbols.length, ...Array<number>(12).fill(0), ...runSymbols),
])

/** Says in as few bits as possible that so many blocks have nothing. */
function emptyBlocks(count: number): string {
  let bits = ''
  for (let left = count; left > 0;) {
    const run = Math.min(left, 32_767)
    const size = Math.floor(Math.log2(run))
    bits += size.toString(2).padStart(4, '0')
    if (size > 0) bits += (run - 2 ** size).toString(2).padStart(size, '0')
    left -= run
  }
  return bits
}

type Shape = { width: number; height: number; scans: number; components?: number }

/**
 * A valid grey progressive JPEG. After the first scan, each one refines one coefficient of all blocks by one bit, which is
 * nothing: the bytes are few, and the decoder visits every block each time. There are 883 such scans for one component.
 */
export function manyScans({ width, height, scans, components = 1 }: Shape): Buffer<ArrayBuffer> {
  const ids = Array.from({ length: components }, (_, at) => at + 1)
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const quantization = segment(0xdb, 0, ...Array<number>(64).fill(1))
  const described = ids.flatMap((id) => [id, 0x11, 0])
  const frame = segment(0xc2, 8, ...words(height), ...words(width), components, ...described)
  const first = [
    segment(0xda, components, ...ids.flatMap((id) => [id, 0]), 0, 0, 0),
    // One bit for each block: no difference to the one before.
    Buffer.alloc(Math.ceil((blocks * components) / 8)),
  ]
  const nothing = bitsToBytes(emptyBlocks(blocks))
  const refinements = ids.flatMap((id) =>
    Array.from({ length: 63 * 14 }, (_, nth) => {
      const [coefficient, low] = [1 + Math.floor(nth / 14), 13 - (nth % 14)]
      const high = low === 13 ? 0 : low + 1
      return Buffer.concat([segment(0xda, 1, id, 0, coefficient, coefficient, (high << 4) | low), nothing])
    }),
  )
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    quantization,
    frame,
    huffmanTables,
    ...first,
    ...refinements.slice(0, scans - 1),
    Buffer.from([0xff, 0xd9]),
  ])
}
