import { useState } from 'react'
import { chosenFileError } from '#web/entities/uploads/check-file.ts'
import type { FileChange } from '#web/entities/uploads/send-file.ts'
import { pendingProgress, type Progress, type Shrunk } from '#web/entities/uploads/upload-progress.ts'
import { useUploads } from '#web/entities/uploads/use-uploads.ts'
import type { UploadedFile } from '#web/lib/net/upload.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export type Pictures = ReturnType<typeof usePictures>
/** The maximum number of pictures, and the message if more are chosen. */
type Room = { most: number; tooMany: string }

/** A chosen file is uploaded at once. Removing a picture stops its upload. */
export function usePictures(before: UploadedFile[], { most, tooMany }: Room) {
  const [pictures, setPictures] = useState(() => before.map(savedPicture))
  useUploads(pictures, { texts, change, reject, maxParallel: most })

  function change(id: string, { progress, shrunk }: FileChange): void {
    const news = { ...(progress && { progress }), ...(shrunk && { shrunk }) }
    setPictures((now) => now.map((one) => (one.id === id ? { ...one, ...news } : one)))
  }

  function reject({ id, file }: ChosenPicture, reason: string): void {
    remove(id)
    showSnackbar('error', `${file?.name}: ${reason}`)
  }

  function add(files: File[]): void {
    const fit = files.filter(isFit)
    const taken = fit.slice(0, Math.max(0, most - pictures.length)).map(chosenPicture)
    if (taken.length < fit.length) showSnackbar('error', tooMany)
    setPictures((now) => [...now, ...taken])
  }

  const remove = (id: string) => setPictures((now) => now.filter((picture) => picture.id !== id))
  const retry = (id: string) => change(id, { progress: pendingProgress })
  const startOver = (saved: UploadedFile[]) => setPictures(saved.map(savedPicture))
  const adopt = (saved: UploadedFile[]) => setPictures((now) => adopted(now, saved))
  const move = (id: string, by: -1 | 1) => setPictures((now) => moved(now, id, by))
  return { pictures, most, add, remove, retry, move, startOver, adopt }
}

function isFit(file: File): boolean {
  const error = chosenFileError(file, texts)
  if (error !== null) showSnackbar('error', `${file.name}: ${error}`)
  return error === null
}

/** `file` is null after a reload: a file cannot be saved in a draft. */
export type ChosenPicture = {
  id: string
  kind: 'image'
  file: File | null
  progress: Progress
  shrunk: Shrunk | null
}

const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted.'
const texts = { failed: 'Image upload failed', wrongKind: () => kinds }

export function chosenPicture(file: File): ChosenPicture {
  return { id: randomId(), kind: 'image', file, progress: pendingProgress, shrunk: null }
}

function savedPicture(uploaded: UploadedFile): ChosenPicture {
  const progress = { is: 'done', uploaded, at: Date.now() } as const
  return { id: randomId(), kind: 'image', file: null, progress, shrunk: null }
}

/** Returns what another tab has saved, and behind it what is still on its way here. */
function adopted(pictures: ChosenPicture[], saved: UploadedFile[]): ChosenPicture[] {
  return [...saved.map(savedPicture), ...pictures.filter(({ progress }) => progress.is !== 'done')]
}

export function uploadedIn(pictures: ChosenPicture[]): UploadedFile[] {
  return pictures.flatMap(({ progress }) => (progress.is === 'done' ? [progress.uploaded] : []))
}

export function picturesErrorIn(pictures: ChosenPicture[], isNeeded: boolean): string | null {
  if (pictures.length === 0 && isNeeded) return 'Please choose a picture.'
  if (pictures.some(({ progress }) => progress.is === 'failed'))
    return 'A picture did not upload. Please try again or remove it.'
  const isWaiting = pictures.some(({ progress }) => progress.is === 'pending')
  return isWaiting ? 'A picture is still uploading.' : null
}

function moved(pictures: ChosenPicture[], id: string, by: -1 | 1): ChosenPicture[] {
  const from = pictures.findIndex((picture) => picture.id === id)
  const [one, other] = [pictures[from], pictures[from + by]]
  if (one === undefined || other === undefined) return pictures
  const next = [...pictures]
  next[from] = other
  next[from + by] = one
  return next
}
