import { crc32, deflateSync } from 'node:zlib'
import type { Locator } from '@playwright/test'

type ChosenFile = { name: string; mimeType: string; buffer: Buffer }
type Colour = readonly [number, number, number]

export const red: Colour = [220, 20, 20]
export const green: Colour = [20, 160, 40]
export const blue: Colour = [20, 40, 220]
export const yellow: Colour = [240, 210, 20]

/** Red, green, blue, yellow, as one reads: where a frame lies can be told from its colours. */
export function quarters(width: number, height: number): Buffer {
  return png(width, height, (x, y) => {
    if (y < height / 2) return x < width / 2 ? red : green
    return x < width / 2 ? blue : yellow
  })
}

/** Nothing packs this well, so that its way up takes a while. */
export function noise(side: number): Buffer {
  let seed = 1
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed >>> 24
  }
  return png(side, side, () => [next(), next(), next()])
}

export const picture = (name: string, buffer: Buffer): ChosenFile => ({ name, mimeType: 'image/png', buffer })

export async function choose(button: Locator, ...files: ChosenFile[]): Promise<void> {
  const choosing = button.page().waitForEvent('filechooser')
  await button.press('Enter')
  await (await choosing).setFiles(files)
}

function png(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colourAt(x, y), y * (1 + width * 3) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(type), content])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
