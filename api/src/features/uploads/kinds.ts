import {
  audioTypes,
  imageTypes,
  maxAudioBytes,
  maxImageBytes,
  maxVideoBytes,
  videoTypes,
} from '@rootsquare/contract/uploads'
import { invalid, ApiError } from '#api/http/api-error.ts'

export type Kind = { is: 'image' | 'video' | 'audio'; type: string }
/** What audio contains. `isAccepted`: the codec is the one that is accepted in this container. */
export type Sound = { isAccepted: boolean; durationMs: number }

/** How many bytes are needed to recognise the type. */
export const headBytes = 4100

const images: readonly string[] = imageTypes
const videos: readonly string[] = videoTypes
const audios: readonly string[] = audioTypes
/** Other names of accepted types. Ogg without Opus has another name, and is not accepted. */
const same: Record<string, string> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'audio/ogg': 'audio/ogg without Opus',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
}

/**
 * Recognises the type by content. The file name and the type sent by the caller are ignored. WebM and MP4 that contain
 * only sound are recognised by `exactKind` when the whole file is there.
 */
export async function kindOf(head: Buffer): Promise<Kind> {
  // Loaded with the first upload, to keep the start short.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime ?? ''
  const type = same[found] ?? found
  if (images.includes(type)) return { is: 'image', type }
  if (videos.includes(type)) return { is: 'video', type }
  if (audios.includes(type)) return { is: 'audio', type }
  throw notAccepted()
}

export const notAccepted = () =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', {
    file: 'Only JPEG, PNG, WebP, GIF and AVIF pictures, MP4, WebM and QuickTime videos, and Opus, AAC and MP3 audio are accepted.',
  })

const limits = { image: maxImageBytes, video: maxVideoBytes, audio: maxAudioBytes }
const tooLargeTexts = {
  image: 'A picture may have at most 10 MB.',
  video: 'A video may have at most 50 MB.',
  audio: 'A voice note may have at most 5 MB.',
}
const names = { image: 'picture', video: 'video', audio: 'voice note' }

export const limitOf = ({ is }: Kind) => limits[is]

export const tooLarge = ({ is }: Kind) => new ApiError(413, 'TOO_LARGE', { file: tooLargeTexts[is] })

export const damaged = ({ is }: Pick<Kind, 'is'>) =>
  invalid({ file: `This ${names[is]} is damaged and cannot be read.` }, 'DAMAGED')
