import {
  imageTypes,
  maxAudioBytes,
  maxImageBytes,
  maxVideoBytes,
  videoTypes,
} from '@rootsquare/contract/uploads'
import { dataSizeText } from '#web/lib/format/data-size.ts'

/** The texts of a screen. */
export type UploadTexts = { failed: string; wrongKind: (file: File) => string }

const sentTypes: readonly string[] = imageTypes
const knownVideos: readonly string[] = videoTypes

/** The texts are the same as those of the server. */
const limits = {
  image: ['A picture', maxImageBytes],
  video: ['A video', maxVideoBytes],
  audio: ['A voice note', maxAudioBytes],
} as const

/** Accepts pictures of any type, because the browser may be able to convert a type that the server does not know. */
export function kindOf({ type, name }: File): 'image' | 'video' | null {
  if (type === 'image/svg+xml') return null
  if (type.startsWith('image/')) return 'image'
  if (knownVideos.includes(type)) return 'video'
  if (type !== '') return null
  if (/\.(mp4|m4v|mov|webm)$/i.test(name)) return 'video'
  return /\.(jpe?g|png|webp|gif|avif)$/i.test(name) ? 'image' : null
}

/** Returns why a chosen file can never be sent; null if it may. A picture is weighed after it was made smaller. */
export function chosenFileError(
  file: File,
  { wrongKind }: Pick<UploadTexts, 'wrongKind'>,
  takesVideos = false,
): string | null {
  const kind = kindOf(file)
  if (kind === null || (kind === 'video' && !takesVideos)) return wrongKind(file)
  if (file.size === 0) return 'This file is empty.'
  // A GIF is sent as it is, since a smaller copy would not be animated.
  return kind === 'video' || file.type === 'image/gif' ? sizeError(kind, file) : null
}

/** Checks a picture after the browser made it smaller, or could not. */
export function sentPictureError(file: File, { wrongKind }: UploadTexts): string | null {
  return file.type === '' || sentTypes.includes(file.type) ? sizeError('image', file) : wrongKind(file)
}

export function sizeError(kind: keyof typeof limits, { size }: File): string | null {
  const [thing, most] = limits[kind]
  return size <= most
    ? null
    : `${thing} may have at most ${dataSizeText(most)}. This one has ${dataSizeText(size)}.`
}
