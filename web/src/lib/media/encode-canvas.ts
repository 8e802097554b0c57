const quality = 0.86

/** Browsers that cannot write WebP answer with a PNG, which a photo makes many times as heavy. */
export async function encodeCanvas(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const webp = await blobOf(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  whiten(canvas)
  return blobOf(canvas, 'image/jpeg')
}

/** See-through parts would be black in a JPEG. */
function whiten(canvas: HTMLCanvasElement): void {
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
