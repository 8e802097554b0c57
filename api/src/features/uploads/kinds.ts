import { imageTypes, maxImageBytes, maxVideoBytes, videoTypes } from '@rootsquare/contract/uploads'
import { invalid, ApiError } from '#api/http/api-error.ts'

export type Kind = { is: 'image' | 'video'; type: string }

/** How many bytes are needed to recognise the type. */
export const headBytes = 4100

const images: readonly string[] = imageTypes
const videos: readonly string[] = videoTypes
/** Other names of accepted types. */
const same: Record<string, string> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' }

/** Recognises the type by content. The file name and the type sent by the caller are ignored. */
export async function kindOf(head: Buffer): Promise<Kind> {
  // Loaded with the first upload, to keep the start short.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime ?? ''
  const type = same[found] ?? found
  if (images.includes(type)) return { is: 'image', type }
  if (videos.includes(type)) return { is: 'video', type }
  throw notAccepted()
}

export const notAccepted = () =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', {
    file: 'Only JPEG, PNG, WebP, GIF and AVIF pictures and MP4, WebM and QuickTime videos are accepted.',
  })

export function limitOf({ is }: Kind): number {
  return is === 'image' ? maxImageBytes : maxVideoBytes
}

export function tooLarge({ is }: Kind): ApiError {
  const text = is === 'image' ? 'A picture may have at most 10 MB.' : 'A video may have at most 50 MB.'
  return new ApiError(413, 'TOO_LARGE', { file: text })
}

export const damaged = ({ is }: Pick<Kind, 'is'>) =>
  invalid({ file: `This ${is === 'image' ? 'picture' : 'video'} is damaged and cannot be read.` }, 'DAMAGED')
