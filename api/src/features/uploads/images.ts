import { maxFrames, maxImagePixels } from '@rootsquare/contract/uploads'
import { invalid, unavailable } from '#api/http/api-error.ts'
import { damagedError, type MediaKind } from './media-kinds.ts'
import { semaphore } from '#api/http/serve/semaphore.ts'

type Picture = { bytes: Buffer; width: number; height: number }

const longestSide = 2048
const quality = 80
/** Thumbnails are mostly shown at twice the pixel density, where the loss is invisible. */
const thumbnailQuality = 65
const maxSeconds = 30

const busyText = 'Many pictures are being uploaded. Please try again in a moment.'
/** Two pictures at a time leave CPU for requests. */
const runLimited = semaphore(2, 40, busyText)

/** Loads the library with the first picture, because it takes 8 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Each picture is decoded once, so a cache would only use memory.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
}

/** Re-encodes the pixels, so that no metadata such as the location remains. */
export async function reencodePicture(
  source: string | Buffer,
  kind: MediaKind,
  side = longestSide,
): Promise<Picture> {
  return runLimited(async () => {
    const sharp = await loadSharp()
    const isAnimated = await isAnimation(source, kind)
    const picture = sharp(source, { limitInputPixels: maxImagePixels, failOn: 'error', animated: isAnimated })
    const drawn = (isAnimated ? picture : picture.autoOrient())
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: isAnimated ? 1 : 4 })
      .timeout({ seconds: maxSeconds })
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true }).catch((error: unknown) => {
      throw isLate(error) ? unavailable(busyText) : damagedError(kind)
    })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  })
}

const isLate = (error: unknown) => error instanceof Error && error.message.startsWith('timeout')

/** Returns a thumbnail, which shows the first frame of an animation. */
export async function makeThumbnail({ bytes }: Picture, side: number): Promise<Buffer> {
  return runLimited(async () => {
    const sharp = await loadSharp()
    return sharp(bytes)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: thumbnailQuality })
      .toBuffer()
  })
}

/**
 * Returns whether the picture moves. It reads only the header, so that oversized pictures are rejected before they are
 * decoded.
 */
async function isAnimation(source: string | Buffer, kind: MediaKind): Promise<boolean> {
  const sharp = await loadSharp()
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damagedError(kind)
    })
  if (format !== formats[kind.type]) throw damagedError(kind)
  const frames = kind.type === 'image/gif' || kind.type === 'image/webp' ? pages : 1
  if (frames > maxFrames) {
    throw invalid({ file: `An animation may have at most ${maxFrames} frames.` }, 'TOO_MANY_FRAMES')
  }
  if (width * height * frames > maxImagePixels) {
    throw invalid({ file: 'This picture has more than 50 megapixels.' }, 'TOO_MANY_PIXELS')
  }
  return frames > 1
}
