import { fileTypeFromBuffer } from 'file-type'
import { imageTypes, maxImageBytes, maxVideoBytes, videoTypes } from '@rootsquare/contract/uploads'
import { invalid, ApiError } from '#api/http/api-error.ts'

export type Kind = { is: 'image' | 'video'; type: string }

/** How much of a file tells what it is. */
export const headBytes = 4100

const images: readonly string[] = imageTypes
const videos: readonly string[] = videoTypes
/** Names that stand for an accepted type. */
const same: Record<string, string> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' }

/** By what the file holds; its name and the type a caller gave it are never asked. */
export async function kindOf(head: Buffer): Promise<Kind> {
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
  const words = is === 'image' ? 'A picture may have at most 10 MB.' : 'A video may have at most 50 MB.'
  return new ApiError(413, 'TOO_LARGE', { file: words })
}

export const damaged = ({ is }: Pick<Kind, 'is'>) =>
  invalid({ file: `This ${is === 'image' ? 'picture' : 'video'} is damaged and cannot be read.` }, 'DAMAGED')
