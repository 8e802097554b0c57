import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pending, Unfit } from '#web/features/posts/composer-files.ts'
import type { ComposerFile, Progress } from '#web/features/posts/composer-files.ts'
import { CallFailure, noResponse } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

const mostAtOnce = 2

type ChangeFile = (id: string, news: Partial<ComposerFile>) => void
type Runs = Map<string, AbortController>

/** Sends up every file that is not there yet, two at a time. One that is taken away is stopped. */
export function useUploads(files: readonly ComposerFile[], change: ChangeFile): void {
  const queryClient = useQueryClient()
  const runs = useRef<Runs>(new Map())

  useEffect(() => {
    const waiting = files.filter(({ progress }) => progress.is === 'pending')
    stop(runs.current, (id) => !waiting.some((file) => file.id === id))
    for (const file of waiting) {
      if (runs.current.has(file.id) || runs.current.size >= mostAtOnce) continue
      void start(file, { queryClient, runs: runs.current, change })
    }
  })
  useEffect(() => {
    const all = runs.current
    return () => stop(all, () => true)
  }, [])
  useRetryOnline(files, change)
}

function stop(runs: Runs, isOver: (id: string) => boolean): void {
  for (const [id, run] of runs) {
    if (!isOver(id)) continue
    run.abort()
    runs.delete(id)
  }
}

type Around = { queryClient: QueryClient; runs: Runs; change: ChangeFile }

async function start(file: ComposerFile, { queryClient, runs, change }: Around): Promise<void> {
  const run = new AbortController()
  const { signal } = run
  runs.set(file.id, run)
  const tell = (news: Partial<ComposerFile>) => {
    if (!signal.aborted) change(file.id, news)
  }
  try {
    if (file.file === null) throw new Unfit('This file is gone. Please choose it again.')
    const { sendFile } = await senderPart()
    const kept = await sendFile(file, file.file, { queryClient, signal, tell })
    tell({ progress: { is: 'done', kept, at: Date.now() } })
  } catch (failure) {
    tell({ progress: failedBy(failure) })
  } finally {
    if (runs.get(file.id) === run) runs.delete(file.id)
  }
}

/** Should this part of the app not arrive, that is no other failure than of the line. */
function senderPart() {
  return import('#web/features/posts/send-file.ts').catch(() => {
    throw noResponse()
  })
}

function failedBy(failure: unknown): Progress {
  const isFinal = failure instanceof Unfit
  const reason = isFinal ? failure.message : failureText(failure, 'Upload failed')
  const isLost = failure instanceof CallFailure && failure.status === 0
  return { is: 'failed', reason, isFinal, isLost }
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
