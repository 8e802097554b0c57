import { mostImages } from '@rootsquare/contract/market'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  chosen,
  failedBy,
  moved,
  apiErrorIn,
  savedPicture,
  typeErrorIn,
  fileErrorIn,
} from '#web/features/market/publish/ad-picture.ts'
import type { AdPicture, Progress } from '#web/features/market/publish/ad-picture.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { shrinkImage } from '#web/lib/media/shrink-image.ts'
import { upload } from '#web/lib/net/upload.ts'
import type { UploadedFile } from '#web/lib/net/upload.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export const mostPictures = mostImages + 1

export type AdPictures = ReturnType<typeof useAdPictures>

/** A chosen file is uploaded at once, and removed again if the server rejects it. Removing a picture stops its upload. */
export function useAdPictures(before: UploadedFile[]) {
  const queryClient = useQueryClient()
  const [pictures, setPictures] = useState(() => before.map(savedPicture))
  const runs = useRuns()

  function send({ id, file }: AdPicture): void {
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
    const taken = fitIn(files, mostPictures - pictures.length).map(chosen)
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
  return { pictures, add, remove, retry: send, move, startOver }
}

/** Uploads stop when the form is closed. */
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

function fitIn(files: File[], room: number): File[] {
  const fit = files.filter((file) => {
    const error = typeErrorIn(file)
    if (error !== null) showSnackbar('error', `${file.name}: ${error}`)
    return error === null
  })
  if (fit.length > room) showSnackbar('error', `An item holds at most ${mostPictures} pictures.`)
  return fit.slice(0, Math.max(0, room))
}
