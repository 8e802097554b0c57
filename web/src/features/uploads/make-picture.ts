import type { Frame } from '#web/features/uploads/crop-frame.ts'
import { pictureKinds } from '#web/features/uploads/picture-kinds.ts'
import type { PictureKind } from '#web/features/uploads/picture-kinds.ts'

/** Decoded, so that its size is known. Turned upright by the browser as its camera meant it. */
export async function openPicture(file: File): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    // A drawing may tell no size, and then there is nothing to cut from.
    if (picture.naturalWidth === 0 || picture.naturalHeight === 0) throw new Error('A picture without a size')
    return picture
  } catch (cause) {
    URL.revokeObjectURL(picture.src)
    throw cause
  }
}

/** The frame alone, made small on the device: the line is slower than the phone. Location marks stay behind too. */
export async function makePicture(
  picture: HTMLImageElement,
  frame: Frame,
  kind: PictureKind,
): Promise<File | null> {
  const { width, aspect } = pictureKinds[kind]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = width / aspect
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  pen.imageSmoothingQuality = 'high'
  // See-through parts would be black in a JPEG, and look torn in the dark theme.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, frame.x, frame.y, frame.width, frame.height, 0, 0, canvas.width, canvas.height)
  const blob = await encoded(canvas)
  return blob && new File([blob], `${kind}.${blob.type.replace('image/', '')}`, { type: blob.type })
}

/** Browsers that cannot write WebP answer with a PNG, which a photo makes many times as heavy. */
async function encoded(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const webp = await blobOf(canvas, 'image/webp')
  return webp?.type === 'image/webp' ? webp : blobOf(canvas, 'image/jpeg')
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.86))
}
