import type { UploadedFile } from '#web/lib/net/upload.ts'

export type Progress =
  /** It waits for the line or the server before it is sent again. */
  | { is: 'pending'; share: number; isWaiting?: true }
  | { is: 'done'; uploaded: UploadedFile; at: number }
  /** The status of the answer is 0 if none came, and null if the file was never sent. */
  | { is: 'failed'; reason: string; status: number | null }

/** How many bytes a picture had, and how many are sent. */
export type Shrunk = { from: number; to: number }

export const pendingProgress: Progress = { is: 'pending', share: 0 }

/** Returns whether no answer came, so that the file is sent again as soon as the connection is back. */
export function isLost(progress: Progress): boolean {
  return progress.is === 'failed' && progress.status === 0
}

/** Returns whether the server rejects the file itself. Timeouts and rate limits are temporary. */
export function isFinal(progress: Progress): boolean {
  if (progress.is !== 'failed' || progress.status === null) return false
  const { status } = progress
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
