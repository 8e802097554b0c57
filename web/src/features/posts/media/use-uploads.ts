import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pending, Unfit } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile, Progress } from '#web/features/posts/composer/composer-files.ts'
import { CallError, noResponse } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'

const mostAtOnce = 2
const gone: Progress = {
  is: 'failed',
  reason: 'This file is gone. Please choose it again.',
  isFinal: true,
  isLost: false,
}

type ChangeFile = (id: string, news: Partial<ComposerFile>) => void
/** What is done with a file that has come further, or that turns out to be none for a post. */
type Deeds = { change: ChangeFile; refuse: (file: ComposerFile, reason: string) => void }
type Runs = Map<string, AbortController>

/** Sends up every file that is not there yet, two at a time. One that is taken away is stopped. */
export function useUploads(files: readonly ComposerFile[], deeds: Deeds): void {
  const queryClient = useQueryClient()
  const runs = useRef<Runs>(new Map())

  useEffect(() => {
    const waiting = files.filter(({ progress }) => progress.is === 'pending')
    stop(runs.current, (id) => !waiting.some((file) => file.id === id))
    for (const file of waiting) {
      if (runs.current.has(file.id) || runs.current.size >= mostAtOnce) continue
      void start(file, { queryClient, runs: runs.current, ...deeds })
    }
  })
  useEffect(() => {
    const all = runs.current
    return () => stop(all, () => true)
  }, [])
  useRetryOnline(files, deeds.change)
}

function stop(runs: Runs, isOver: (id: string) => boolean): void {
  for (const [id, run] of runs) {
    if (!isOver(id)) continue
    run.abort()
    runs.delete(id)
  }
}

type Around = Deeds & { queryClient: QueryClient; runs: Runs }

async function start(file: ComposerFile, { queryClient, runs, change, refuse }: Around): Promise<void> {
  const run = new AbortController()
  const { signal } = run
  runs.set(file.id, run)
  const tell = (news: Partial<ComposerFile>) => {
    if (!signal.aborted) change(file.id, news)
  }
  try {
    if (file.file === null) return tell({ progress: gone })
    const { sendFile } = await senderPart()
    const kept = await sendFile(file, file.file, { queryClient, signal, tell })
    tell({ progress: { is: 'done', kept, at: Date.now() } })
  } catch (failure) {
    if (!(failure instanceof Unfit)) tell({ progress: failedBy(failure) })
    else if (!signal.aborted) refuse(file, failure.message)
  } finally {
    if (runs.get(file.id) === run) runs.delete(file.id)
  }
}

/** Should this part of the app not arrive, that is no other failure than of the line. */
function senderPart() {
  return import('#web/features/posts/media/send-file.ts').catch(() => {
    throw noResponse()
  })
}

function failedBy(failure: unknown): Progress {
  const status = failure instanceof CallError ? failure.status : null
  const reason = errorText(failure, 'Upload failed')
  return { is: 'failed', reason, isFinal: isLasting(status), isLost: status === 0 }
}

/** A no to the file itself; too slow and too often are no such thing. */
function isLasting(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Whoever comes out of a tunnel need not press Retry on each. */
function useRetryOnline(files: readonly ComposerFile[], change: ChangeFile): void {
  useEffect(() => {
    const retry = () => {
      const lost = files.filter(({ progress }) => progress.is === 'failed' && progress.isLost)
      for (const { id } of lost) change(id, { progress: pending })
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [files, change])
}
