import { isSavingData } from '#web/lib/browser/data-saver.ts'

const [quality, savingQuality] = [0.86, 0.7]

/** Encodes as WebP. Browsers that cannot write it return a PNG, many times larger for a photo; JPEG is used then. */
export async function encodeCanvas(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const webp = await blobOf(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  whiten(canvas)
  return blobOf(canvas, 'image/jpeg')
}

/** Transparent parts would be black in a JPEG. */
function whiten(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, isSavingData() ? savingQuality : quality))
}
