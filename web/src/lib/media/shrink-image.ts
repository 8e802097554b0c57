import { imageTypes } from '@rootsquare/contract/uploads'
import { isSavingData } from '#web/lib/browser/data-saver.ts'
import { encodeCanvas } from '#web/lib/media/encode-canvas.ts'

/** Smaller files are not worth the loss of quality. For WebP, which is what we write, the limit is higher. */
const usual = { longestSide: 1600, smallBytes: 300_000, smallWebpBytes: 1_000_000 }
/** Fills the screen of a phone. */
const savingData = { longestSide: 1080, smallBytes: 100_000, smallWebpBytes: 200_000 }
const known: readonly string[] = imageTypes

/** Shrinking is faster than uploading the original. A file that the browser cannot draw stays as it is. */
export async function shrinkImage(file: File): Promise<File> {
  return (await isAnimated(file)) ? file : drawnSmaller(file)
}

async function drawnSmaller(file: File): Promise<File> {
  // Applies the rotation that the camera stored. Older browsers do so too, but know no name for it.
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return file
  try {
    const { longestSide, smallBytes, smallWebpBytes } = isSavingData() ? savingData : usual
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const mayStay = scale === 1 && known.includes(file.type)
    if (mayStay && file.size < (file.type === 'image/webp' ? smallWebpBytes : smallBytes)) return file
    const blob = await encodeCanvas(drawOnCanvas(picture, picture.width * scale, picture.height * scale))
    return blob === null || (mayStay && blob.size >= file.size) ? file : fileFrom(blob, file.name)
  } finally {
    picture.close()
  }
}

export const unreadableText = 'This file is not a picture that can be opened here.'

/** The first bytes of a JPEG, PNG, GIF, WebP, and of an AVIF or HEIC. */
const pictureStart = /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp)/s

/** Also asks the first bytes, since a browser may lack the memory for a large picture or not know its format. */
export async function isReadable(file: File): Promise<boolean> {
  const failure: unknown = await createImageBitmap(file).then(
    (picture) => picture.close(),
    (reason: unknown) => reason,
  )
  return !(failure instanceof DOMException) || pictureStart.test(await startOf(file))
}

export function drawOnCanvas(picture: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('Nothing can be drawn here.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

export function fileFrom(blob: Blob, name: string): File {
  const stem = name.replace(/\.\w+$/, '') || 'picture'
  return new File([blob], `${stem}.${blob.type.replace('image/', '')}`, { type: blob.type })
}

/** Detects animations, which drawing would stop. In a WebP, a flag of the first chunk marks them. */
async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true
  if (file.type !== 'image/webp') return false
  const start = await startOf(file)
  return start.slice(12, 16) === 'VP8X' && (start.charCodeAt(20) & 0b10) !== 0
}

/** Returns one character for each byte. */
async function startOf(file: File): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, 21).arrayBuffer()))
}
