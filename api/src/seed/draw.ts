import sharp from 'sharp'
import type { Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import { storeMedia } from '#api/features/uploads/store-media.ts'

export type Studio = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>

const thumbnailSide = 480
/** A newcomer waits for these: little effort, for files that are a little larger. */
const webp = { quality: 80, effort: 0 }
const sepia = { r: 214, g: 178, b: 132 }

/** Draws the SVG once, and puts the picture and its thumbnail into the store as an upload would. */
export async function hang(
  deps: Studio,
  ownerId: number,
  svg: string,
  { isOld = false } = {},
): Promise<Uploaded> {
  const drawing = sharp(Buffer.from(svg)).removeAlpha()
  const { data, info } = await (isOld ? drawing.tint(sepia) : drawing)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const content = await pixels().webp(webp).toBuffer()
  const thumbnail = await pixels()
    .resize({
      width: thumbnailSide,
      height: thumbnailSide,
      fit: 'inside',
      withoutEnlargement: true,
      kernel: 'linear',
    })
    .webp(webp)
    .toBuffer()
  return storeMedia(deps, ownerId, {
    type: 'image/webp',
    content,
    bytes: content.length,
    width,
    height,
    thumbnail,
  })
}

const atOnce = 2

/** Two at a time, in order. After a failure nothing new is begun. */
export async function eachInTurn<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = oneByOne(list)
  const worker = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** A generator and not the list's own iterator: it ends for all workers when one of them throws. */
function* oneByOne<T>(list: readonly T[]): Generator<T> {
  yield* list
}
