import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { jpegCost } from './jpeg-cost.ts'
import { UndrawablePicture, type Drawn, type PictureToDraw, type SmallPicture } from './pictures.ts'

const quality = 80
/** Thumbnails are mostly shown at twice the pixel density, where the loss is invisible. */
const thumbnailQuality = 65
/** As close to the picture as WebP at 65, with a fifth fewer bytes (docs/decisions/0055-picture-forms.md). */
const avif = { quality: 45, effort: 1 }
/** Some programs show no card picture of more than 300 kB. */
const cardQuality = 75

/** Encoders write some ten scans. */
const maxScans = 64
/** A progressive picture of 50 megapixels with full colours, in the usual ten scans, has 700 million. */
const maxSamples = 1_500_000_000

// Each picture is decoded once, so a cache would only use memory.
sharp.cache(false)
sharp.concurrency(1)
// A file cannot choose another decoder, as JPEGs with a second picture for bright screens would.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})

/** Re-encodes the pixels, so that no metadata such as the location remains. */
export async function drawPicture(picture: PictureToDraw): Promise<Drawn> {
  const { source, side, thumbnailSide, smallSide, maxPixels } = picture
  const content = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
  const isAnimated = await isAnimation(content, picture)
  if (picture.card) return drawCard(content, picture.card, maxPixels)
  const decoded = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', animated: isAnimated })
  const { data, info } = await (isAnimated ? decoded : decoded.autoOrient())
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: isAnimated ? 1 : 4 })
    .toBuffer({ resolveWithObject: true })
    .catch(throwDamaged)
  const forms = thumbnailSide === null ? noForms : await drawForms(data, thumbnailSide, smallSide)
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, ...forms }
}

/** Shows what catches the eye, of an animation in its first frame. */
async function drawCard(
  content: Buffer,
  { width, height }: { width: number; height: number },
  maxPixels: number,
): Promise<Drawn> {
  const bytes = await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#fff' })
    .jpeg({ quality: cardQuality, mozjpeg: true })
    .toBuffer()
    .catch(throwDamaged)
  return { bytes, width, height, ...noForms }
}

function throwDamaged(): never {
  throw new UndrawablePicture('damaged')
}

const noForms = { thumbnail: null, small: null }

/** They show the first frame of an animation. */
async function drawForms(bytes: Buffer, side: number, smallSide: number | undefined) {
  const { data, info } = await inside(sharp(bytes), side).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  return {
    thumbnail: await pixels().webp({ quality: thumbnailQuality }).toBuffer(),
    small: smallSide === undefined ? null : await drawSmall(() => inside(pixels(), smallSide)),
  }
}

async function drawSmall(pixels: () => Sharp): Promise<SmallPicture> {
  const webp = await pixels().webp({ quality: thumbnailQuality }).toBuffer()
  const other = await pixels().avif(avif).toBuffer()
  return { webp, avif: other.length < webp.length ? other : null }
}

const inside = (picture: Sharp, side: number) =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

/** Returns whether the picture moves. It reads only the headers, so that costly pictures are rejected before decoding. */
async function isAnimation(
  content: Buffer,
  { format, maxPixels, maxFrames }: PictureToDraw,
): Promise<boolean> {
  const read = await sharp(content, { limitInputPixels: false }).metadata().catch(throwDamaged)
  if (read.format !== format) throw new UndrawablePicture('damaged')
  const frames = format === 'gif' || format === 'webp' ? (read.pages ?? 1) : 1
  if (frames > maxFrames) throw new UndrawablePicture('too many frames')
  if (read.width * read.height * frames > maxPixels) throw new UndrawablePicture('too many pixels')
  if (format === 'jpeg') rejectCostlyJpeg(content)
  return frames > 1
}

function rejectCostlyJpeg(content: Buffer): void {
  const { scans, samples } = jpegCost(content)
  if (scans > maxScans || samples > maxSamples) throw new UndrawablePicture('too complex')
}
