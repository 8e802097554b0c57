import { imageTypes } from '@rootsquare/contract/uploads'
import type { Frame } from '#web/entities/uploads/crop-frame.ts'
import { pictureKinds } from '#web/entities/uploads/picture-kinds.ts'
import type { PictureKind } from '#web/entities/uploads/picture-kinds.ts'
import { encodeCanvas } from '#web/lib/media/encode-canvas.ts'

const types: readonly string[] = imageTypes
export const acceptedTypes = types.join(',')

/** Why a file cannot become a picture here, told before it is opened. One without a type is judged by opening it. */
export function troubleWith({ size, type }: File): string | null {
  if (size === 0) return 'This file is empty.'
  if (type !== '' && !types.includes(type)) return 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.'
  return null
}

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
  const blob = await encodeCanvas(canvas)
  return blob && new File([blob], `${kind}.${blob.type.replace('image/', '')}`, { type: blob.type })
}
