import { imageTypes, maxImageBytes } from '@rootsquare/contract/uploads'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { shrinkImage } from '#web/lib/media/shrink-image.ts'
import { CallError } from '#web/lib/net/call.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { upload, type UploadedFile } from '#web/lib/net/upload.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export type Pictures = ReturnType<typeof usePictures>
/** The maximum number of pictures, and the message if more are chosen. */
type Room = { most: number; tooMany: string }

/** A chosen file is uploaded at once, and removed again if the server rejects it. Removing a picture stops its upload. */
export function usePictures(before: UploadedFile[], { most, tooMany }: Room) {
  const queryClient = useQueryClient()
  const [pictures, setPictures] = useState(() => before.map(savedPicture))
  const runs = useRuns()

  function send({ id, file }: ChosenPicture): void {
    const { signal } = newRun(runs.current, id)
    const setProgress = (progress: Progress) => {
      if (signal.aborted) return
      setPictures((now) => now.map((one) => (one.id === id ? { ...one, progress } : one)))
    }
    const reject = (reason: string) => {
      if (signal.aborted) return
      remove(id)
      showSnackbar('error', `${file?.name}: ${reason}`)
    }
    if (file !== null) void sendPicture(queryClient, file, { signal, setProgress, reject })
  }

  function add(files: File[]): void {
    const fit = files.filter(hasRightType)
    const taken = fit.slice(0, Math.max(0, most - pictures.length)).map(chosen)
    if (taken.length < fit.length) showSnackbar('error', tooMany)
    setPictures((now) => [...now, ...taken])
    for (const picture of taken) send(picture)
  }

  function remove(id: string): void {
    runs.current.get(id)?.abort()
    setPictures((now) => now.filter((picture) => picture.id !== id))
  }

  function startOver(saved: UploadedFile[]): void {
    for (const run of runs.current.values()) run.abort()
    setPictures(saved.map(savedPicture))
  }

  const move = (id: string, by: -1 | 1) => setPictures((now) => moved(now, id, by))
  return { pictures, most, add, remove, retry: send, move, startOver }
}

/** Stops uploads when the form is closed. */
function useRuns() {
  const runs = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = runs.current
    return () => all.forEach((run) => run.abort())
  }, [])
  return runs
}

function newRun(runs: Map<string, AbortController>, id: string): AbortController {
  const run = new AbortController()
  runs.set(id, run)
  return run
}

type UploadHandlers = {
  signal: AbortSignal
  setProgress: (progress: Progress) => void
  reject: (reason: string) => void
}

async function sendPicture(queryClient: QueryClient, file: File, handlers: UploadHandlers): Promise<void> {
  const { signal, setProgress, reject } = handlers
  const onProgress = (share: number) => setProgress({ is: 'pending', share })
  onProgress(0)
  try {
    const small = await shrinkImage(file)
    const reason = fileErrorIn(small)
    if (reason !== null) return reject(reason)
    const config = await queryClient.fetchQuery(configuration())
    setProgress({ is: 'done', saved: await upload(config.upload, { file: small }, { signal, onProgress }) })
  } catch (failure) {
    const reason = apiErrorIn(failure)
    if (reason === null) setProgress(failedBy(failure))
    else reject(reason)
  }
}

function hasRightType(file: File): boolean {
  const error = typeErrorIn(file)
  if (error !== null) showSnackbar('error', `${file.name}: ${error}`)
  return error === null
}

type Progress =
  | { is: 'pending'; share: number }
  | { is: 'done'; saved: UploadedFile }
  | { is: 'failed'; reason: string }

/** `file` is null after a reload: a file cannot be saved in a draft. */
export type ChosenPicture = { id: string; file: File | null; progress: Progress }

const uploadFailed = 'Image upload failed'

const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted.'
const known: readonly string[] = imageTypes

/** Checks a file before it is shrunk, because shrinking may turn a rejected type into an accepted one. */
function typeErrorIn({ size, type }: File): string | null {
  if (size === 0) return 'This file is empty.'
  return type === '' || type.startsWith('image/') ? null : kinds
}

/** Checks a file after it is shrunk. A file without a type is left to the server. */
function fileErrorIn({ size, type }: File): string | null {
  if (type !== '' && !known.includes(type)) return kinds
  return size > maxImageBytes ? `A picture may have at most ${maxImageBytes / 1_000_000} MB.` : null
}

function chosen(file: File): ChosenPicture {
  return { id: randomId(), file, progress: { is: 'pending', share: 0 } }
}

function savedPicture(saved: UploadedFile): ChosenPicture {
  return { id: randomId(), file: null, progress: { is: 'done', saved } }
}

export function uploadedIn(pictures: ChosenPicture[]): UploadedFile[] {
  return pictures.flatMap(({ progress }) => (progress.is === 'done' ? [progress.saved] : []))
}

const unwanted = [400, 413, 415, 422]

/** Returns why the server rejects the file itself; null if another attempt may succeed. */
function apiErrorIn(failure: unknown): string | null {
  if (!(failure instanceof CallError) || !unwanted.includes(failure.status)) return null
  // The server accepts videos too, but not as pictures.
  return failure.status === 415 ? kinds : errorText(failure, uploadFailed)
}

function failedBy(failure: unknown): Progress {
  return { is: 'failed', reason: errorText(failure, uploadFailed) }
}

export function picturesErrorIn(pictures: ChosenPicture[], isNeeded: boolean): string | null {
  if (pictures.length === 0 && isNeeded) return 'Please choose a picture.'
  if (pictures.some(({ progress }) => progress.is === 'failed'))
    return 'A picture did not arrive. Please try again or remove it.'
  const isWaiting = pictures.some(({ progress }) => progress.is === 'pending')
  return isWaiting ? 'A picture is still on its way.' : null
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
