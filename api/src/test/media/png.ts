import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function header(width: number, height: number): Buffer {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  // Greyscale with one bit per pixel.
  content[8] = 1
  return chunk('IHDR', content)
}

const rowBytes = (width: number) => 1 + Math.ceil(width / 8)

function pngOf(width: number, height: number, pixels: Buffer, extra: Buffer[] = []): Buffer<ArrayBuffer> {
  const parts = [header(width, height), ...extra, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** A valid black picture. */
export const blackPng = (width: number, height: number) =>
  pngOf(width, height, deflateSync(Buffer.alloc(rowBytes(width) * height), { level: 9 }))

/** A truncated picture with the size of its header. */
export const hugePng = (side: number) => pngOf(side, side, deflateSync(Buffer.alloc(50_000_000)))

/** A tiny picture with a text chunk that decompresses to so many bytes. */
export function inflatingPng(type: 'zTXt' | 'iCCP', bytes: number): Buffer<ArrayBuffer> {
  const packed = Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))])
  return pngOf(8, 8, deflateSync(Buffer.alloc(rowBytes(8) * 8)), [chunk(type, packed)])
}

/** A tiny picture whose pixel data decompress to far more than its size. */
export const overflowingPng = (bytes: number) => pngOf(8, 8, deflateSync(Buffer.alloc(bytes)))

export const pngWithText = (text: string) =>
  pngOf(8, 8, deflateSync(Buffer.alloc(rowBytes(8) * 8)), [
    chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
  ])
