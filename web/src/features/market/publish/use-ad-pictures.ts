import { mostImages } from '@rootsquare/contract/market'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  chosen,
  failedBy,
  moved,
  apiErrorIn,
  standing,
  troubleAtOnce,
  troubleWith,
} from '#web/features/market/publish/ad-picture.ts'
import type { AdPicture, Progress } from '#web/features/market/publish/ad-picture.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { smallerPicture } from '#web/lib/media/smaller-picture.ts'
import { upload } from '#web/lib/net/upload.ts'
import type { Kept } from '#web/lib/net/upload.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** The first, and those beyond it. */
export const mostPictures = mostImages + 1

export type AdPictures = ReturnType<typeof useAdPictures>

/** What is chosen goes up at once, and leaves again if the file will not do; what is taken away is stopped. */
export function useAdPictures(before: Kept[]) {
  const queryClient = useQueryClient()
  const [pictures, setPictures] = useState(() => before.map(standing))
  const runs = useRuns()

  function send({ id, file }: AdPicture): void {
    const { signal } = newRun(runs.current, id)
    const hear = (progress: Progress) => {
      if (signal.aborted) return
      setPictures((now) => now.map((one) => (one.id === id ? { ...one, progress } : one)))
    }
    const refuse = (reason: string) => {
      if (signal.aborted) return
      remove(id)
      showSnackbar('error', `${file?.name}: ${reason}`)
    }
    if (file !== null) void sendPicture(queryClient, file, { signal, hear, refuse })
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

  function startOver(kept: Kept[]): void {
    for (const run of runs.current.values()) run.abort()
    setPictures(kept.map(standing))
  }

  const move = (id: string, by: -1 | 1) => setPictures((now) => moved(now, id, by))
  return { pictures, add, remove, retry: send, move, startOver }
}

/** Stopped when the form is left behind. */
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

type Way = { signal: AbortSignal; hear: (progress: Progress) => void; refuse: (reason: string) => void }

async function sendPicture(queryClient: QueryClient, file: File, way: Way): Promise<void> {
  const { signal, hear, refuse } = way
  const onProgress = (share: number) => hear({ is: 'pending', share })
  onProgress(0)
  try {
    const small = await smallerPicture(file)
    const reason = troubleWith(small)
    if (reason !== null) return refuse(reason)
    const config = await queryClient.fetchQuery(configuration())
    hear({ is: 'done', kept: await upload(config.upload, { file: small }, { signal, onProgress }) })
  } catch (failure) {
    const reason = apiErrorIn(failure)
    if (reason === null) hear(failedBy(failure))
    else refuse(reason)
  }
}

/** Those that will do and find room; of the rest the person is told. */
function fitIn(files: File[], room: number): File[] {
  const fit = files.filter((file) => {
    const trouble = troubleAtOnce(file)
    if (trouble !== null) showSnackbar('error', `${file.name}: ${trouble}`)
    return trouble === null
  })
  if (fit.length > room) showSnackbar('error', `An item holds at most ${mostPictures} pictures.`)
  return fit.slice(0, Math.max(0, room))
}
