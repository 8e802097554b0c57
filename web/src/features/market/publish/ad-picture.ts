import { imageTypes, maxImageBytes } from '@rootsquare/contract/uploads'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import type { Kept } from '#web/lib/net/upload.ts'

export type Progress =
  | { is: 'pending'; share: number }
  | { is: 'done'; kept: Kept }
  | { is: 'failed'; reason: string }

/** One picture of the form; the file is there only until the page is loaded anew. */
export type AdPicture = { id: string; file: File | null; progress: Progress }

const uploadFailed = 'Image upload failed'

const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted.'
const known: readonly string[] = imageTypes
export const acceptedTypes = known.join(',')

/** Told before anything is done with it: what the server does not take may still be drawn anew here. */
export function troubleAtOnce({ size, type }: File): string | null {
  if (size === 0) return 'This file is empty.'
  return type === '' || type.startsWith('image/') ? null : kinds
}

/** Told before it is sent, made smaller already. One without a type is judged by the server. */
export function troubleWith({ size, type }: File): string | null {
  if (type !== '' && !known.includes(type)) return kinds
  return size > maxImageBytes ? `A picture may have at most ${maxImageBytes / 1_000_000} MB.` : null
}

export function chosen(file: File): AdPicture {
  return { id: randomId(), file, progress: { is: 'pending', share: 0 } }
}

export function standing(kept: Kept): AdPicture {
  return { id: randomId(), file: null, progress: { is: 'done', kept } }
}

export function keptIn(pictures: AdPicture[]): Kept[] {
  return pictures.flatMap(({ progress }) => (progress.is === 'done' ? [progress.kept] : []))
}

const unwanted = [400, 413, 415, 422]

/** Why the file itself will not do, however often it is tried; null where another try may go well. */
export function apiErrorIn(failure: unknown): string | null {
  if (!(failure instanceof CallError) || !unwanted.includes(failure.status)) return null
  // The server would take videos, elsewhere.
  return failure.status === 415 ? kinds : errorText(failure, uploadFailed)
}

export function failedBy(failure: unknown): Progress {
  return { is: 'failed', reason: errorText(failure, uploadFailed) }
}

/** What keeps the pictures from being sent as they stand. */
export function troubleInPictures(pictures: AdPicture[], isNeeded: boolean): string | null {
  if (pictures.length === 0 && isNeeded) return 'Please choose a picture.'
  if (pictures.some(({ progress }) => progress.is === 'failed'))
    return 'A picture did not arrive. Please try again or remove it.'
  const isWaiting = pictures.some(({ progress }) => progress.is === 'pending')
  return isWaiting ? 'A picture is still on its way.' : null
}

/** One place earlier (-1) or later (1). */
export function moved(pictures: AdPicture[], id: string, by: -1 | 1): AdPicture[] {
  const from = pictures.findIndex((picture) => picture.id === id)
  const [one, other] = [pictures[from], pictures[from + by]]
  if (one === undefined || other === undefined) return pictures
  return pictures.with(from, other).with(from + by, one)
}
