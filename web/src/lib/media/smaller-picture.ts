import { imageTypes } from '@rootsquare/contract/uploads'
import { encodeCanvas } from '#web/lib/media/encode-canvas.ts'

const longestSide = 1600
/** Lighter ones are not worth the loss; a WebP that is no heavier than ours would be even less. */
const smallBytes = 300_000
const smallWebpBytes = 1_000_000
const known: readonly string[] = imageTypes

/** The line is slower than the device, and no screen here shows more. What cannot be drawn here goes as it is. */
export async function smallerPicture(file: File): Promise<File> {
  return (await isMoving(file)) ? file : drawnSmaller(file)
}

async function drawnSmaller(file: File): Promise<File> {
  // Turned upright as its camera meant it.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (picture === null) return file
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const mayStay = scale === 1 && known.includes(file.type)
    if (mayStay && file.size < (file.type === 'image/webp' ? smallWebpBytes : smallBytes)) return file
    const blob = await encodeCanvas(drawn(picture, picture.width * scale, picture.height * scale))
    return blob === null || (mayStay && blob.size >= file.size) ? file : named(blob, file.name)
  } finally {
    picture.close()
  }
}

export function drawn(picture: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('Nothing can be drawn here.')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

export function named(blob: Blob, name: string): File {
  const stem = name.replace(/\.\w+$/, '') || 'picture'
  return new File([blob], `${stem}.${blob.type.replace('image/', '')}`, { type: blob.type })
}

/** Drawn anew, a moving picture would stand still. A WebP tells it in the flags of its first chunk. */
async function isMoving(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true
  if (file.type !== 'image/webp') return false
  const head = new Uint8Array(await file.slice(0, 21).arrayBuffer())
  const chunk = String.fromCharCode(...head.slice(12, 16))
  return chunk === 'VP8X' && ((head[20] ?? 0) & 0b10) !== 0
}
