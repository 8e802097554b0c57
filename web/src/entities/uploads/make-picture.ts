import type { Frame } from '#web/entities/uploads/crop-frame.ts'
import { pictureKinds, type PictureKind } from '#web/entities/uploads/picture-kinds.ts'
import { encodeCanvas } from '#web/lib/media/encode-canvas.ts'

/** Decodes a picture, so that its size is known. The browser applies the rotation that the camera stored. */
export async function openPicture(file: File): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    // A vector image may have no size, and cannot be cropped then.
    if (picture.naturalWidth === 0 || picture.naturalHeight === 0) throw new Error('A picture without a size')
    return picture
  } catch (cause) {
    URL.revokeObjectURL(picture.src)
    throw cause
  }
}

/**
 * Crops and shrinks the picture on the device, because the connection is slower than the phone. This also removes
 * the location that cameras write into the file.
 */
export async function makePicture(
  picture: HTMLImageElement,
  frame: Frame,
  kind: PictureKind,
): Promise<File | null> {
  const { width, aspect } = pictureKinds[kind]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = width / aspect
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  // Transparent parts would be black in a JPEG, and would show the dark theme.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, frame.x, frame.y, frame.width, frame.height, 0, 0, canvas.width, canvas.height)
  const blob = await encodeCanvas(canvas)
  return blob && new File([blob], `${kind}.${blob.type.replace('image/', '')}`, { type: blob.type })
}
