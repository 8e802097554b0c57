import {
  audioTypes,
  imageTypes,
  maxAudioBytes,
  maxImageBytes,
  maxVideoBytes,
  videoTypes,
} from '@rootsquare/contract/uploads'
import { invalid, ApiError } from '#api/http/api-error.ts'

export type MediaKind = { is: 'image' | 'video' | 'audio'; type: string }
/** The sound of a file. `isAccepted` is true if its codec is accepted in this container. */
export type SoundInfo = { isAccepted: boolean; durationMs: number }

/** This many bytes are needed to recognize the type. */
export const headBytes = 4100

const images: readonly string[] = imageTypes
const videos: readonly string[] = videoTypes
const audios: readonly string[] = audioTypes
/** Other names of accepted types. Ogg without Opus is mapped to a name that is not accepted. */
const typeAliases: Record<string, string> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'audio/ogg': 'audio/ogg without Opus',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
}

/**
 * Recognizes the type by content, and ignores the file name and the type that the caller sent. WebM and MP4 with only sound
 * are recognized by `exactKind` when the whole file has arrived.
 */
export async function detectKind(head: Buffer): Promise<MediaKind> {
  // The library is loaded with the first upload, so that the server starts faster.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime ?? ''
  const type = typeAliases[found] ?? found
  if (images.includes(type)) return { is: 'image', type }
  if (videos.includes(type)) return { is: 'video', type }
  if (audios.includes(type)) return { is: 'audio', type }
  throw notAcceptedError()
}

export const notAcceptedError = () =>
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

export const sizeLimitOf = ({ is }: MediaKind) => limits[is]

export const tooLargeError = ({ is }: MediaKind) =>
  new ApiError(413, 'TOO_LARGE', { file: tooLargeTexts[is] })

export const damagedError = ({ is }: Pick<MediaKind, 'is'>) =>
  invalid({ file: `This ${names[is]} is damaged and cannot be read.` }, 'DAMAGED')
