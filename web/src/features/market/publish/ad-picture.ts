import { imageTypes, maxImageBytes } from '@rootsquare/contract/uploads'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import type { UploadedFile } from '#web/lib/net/upload.ts'

export type Progress =
  | { is: 'pending'; share: number }
  | { is: 'done'; saved: UploadedFile }
  | { is: 'failed'; reason: string }

/** `file` is null after a reload: a file cannot be saved in a draft. */
export type AdPicture = { id: string; file: File | null; progress: Progress }

const uploadFailed = 'Image upload failed'

const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted.'
const known: readonly string[] = imageTypes
export const acceptedTypes = known.join(',')

/** Checked before the picture is made smaller, which may turn a type that the server rejects into one that it accepts. */
export function typeErrorIn({ size, type }: File): string | null {
  if (size === 0) return 'This file is empty.'
  return type === '' || type.startsWith('image/') ? null : kinds
}

/** Checked after it is made smaller. A file without a type is left to the server. */
export function fileErrorIn({ size, type }: File): string | null {
  if (type !== '' && !known.includes(type)) return kinds
  return size > maxImageBytes ? `A picture may have at most ${maxImageBytes / 1_000_000} MB.` : null
}

export function chosen(file: File): AdPicture {
  return { id: randomId(), file, progress: { is: 'pending', share: 0 } }
}

export function savedPicture(saved: UploadedFile): AdPicture {
  return { id: randomId(), file: null, progress: { is: 'done', saved } }
}

export function uploadedIn(pictures: AdPicture[]): UploadedFile[] {
  return pictures.flatMap(({ progress }) => (progress.is === 'done' ? [progress.saved] : []))
}

const unwanted = [400, 413, 415, 422]

/** Why the server rejects the file itself; null if another try may succeed. */
export function apiErrorIn(failure: unknown): string | null {
  if (!(failure instanceof CallError) || !unwanted.includes(failure.status)) return null
  // The server accepts videos too, but not as pictures of an item.
  return failure.status === 415 ? kinds : errorText(failure, uploadFailed)
}

export function failedBy(failure: unknown): Progress {
  return { is: 'failed', reason: errorText(failure, uploadFailed) }
}

export function picturesErrorIn(pictures: AdPicture[], isNeeded: boolean): string | null {
  if (pictures.length === 0 && isNeeded) return 'Please choose a picture.'
  if (pictures.some(({ progress }) => progress.is === 'failed'))
    return 'A picture did not arrive. Please try again or remove it.'
  const isWaiting = pictures.some(({ progress }) => progress.is === 'pending')
  return isWaiting ? 'A picture is still on its way.' : null
}

export function moved(pictures: AdPicture[], id: string, by: -1 | 1): AdPicture[] {
  const from = pictures.findIndex((picture) => picture.id === id)
  const [one, other] = [pictures[from], pictures[from + by]]
  if (one === undefined || other === undefined) return pictures
  return pictures.with(from, other).with(from + by, one)
}
