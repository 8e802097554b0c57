import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pendingProgress, UnfitFileError } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile, Progress } from '#web/features/posts/composer/composer-files.ts'
import { CallError, noResponse } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'

const maxParallel = 2
const lostFile: Progress = {
  is: 'failed',
  reason: 'This file is gone. Please choose it again.',
  isFinal: true,
  isLost: false,
}

type ChangeFile = (id: string, news: Partial<ComposerFile>) => void
type UploadHandlers = { change: ChangeFile; reject: (file: ComposerFile, reason: string) => void }
type RunningUploads = Map<string, AbortController>

/**
 * Uploads every pending file, two at a time. The upload of a removed file is aborted. A run ends here only, once the page knows
 * the result of its file: until then an effect of an earlier state would take the file for one that nobody uploads.
 */
export function useUploads(files: readonly ComposerFile[], handlers: UploadHandlers): void {
  const queryClient = useQueryClient()
  const runs = useRef<RunningUploads>(new Map())

  useEffect(() => {
    const waiting = files.filter(({ progress }) => progress.is === 'pending')
    stop(runs.current, (id) => !waiting.some((file) => file.id === id))
    for (const file of waiting) {
      if (runs.current.has(file.id) || runs.current.size >= maxParallel) continue
      void start(file, { queryClient, runs: runs.current, ...handlers })
    }
  })
  useEffect(() => {
    const all = runs.current
    return () => stop(all, () => true)
  }, [])
  useRetryOnline(files, handlers.change)
}

function stop(runs: RunningUploads, isOver: (id: string) => boolean): void {
  for (const [id, run] of runs) {
    if (!isOver(id)) continue
    run.abort()
    runs.delete(id)
  }
}

type UploadContext = UploadHandlers & { queryClient: QueryClient; runs: RunningUploads }

async function start(
  file: ComposerFile,
  { queryClient, runs, change, reject }: UploadContext,
): Promise<void> {
  const run = new AbortController()
  const { signal } = run
  runs.set(file.id, run)
  const report = (news: Partial<ComposerFile>) => {
    if (!signal.aborted) change(file.id, news)
  }
  try {
    if (file.file === null) return report({ progress: lostFile })
    const { sendFile } = await loadSender()
    const uploaded = await sendFile(file, file.file, { queryClient, signal, report })
    report({ progress: { is: 'done', uploaded, at: Date.now() } })
  } catch (failure) {
    if (!(failure instanceof UnfitFileError)) report({ progress: failedProgress(failure) })
    else if (!signal.aborted) reject(file, failure.message)
  }
}

/** Loads the code that sends files. A failure counts as a lost connection. */
function loadSender() {
  return import('#web/features/posts/media/send-file.ts').catch(() => {
    throw noResponse()
  })
}

function failedProgress(failure: unknown): Progress {
  const status = failure instanceof CallError ? failure.status : null
  const reason = errorText(failure, 'Upload failed')
  return { is: 'failed', reason, isFinal: isFinalStatus(status), isLost: status === 0 }
}

/** Returns whether the file itself was rejected. Timeouts and rate limits are temporary. */
function isFinalStatus(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Retries lost files when the connection is back, so that nobody has to press Retry for each. */
function useRetryOnline(files: readonly ComposerFile[], change: ChangeFile): void {
  useEffect(() => {
    const retry = () => {
      const lost = files.filter(({ progress }) => progress.is === 'failed' && progress.isLost)
      for (const { id } of lost) change(id, { progress: pendingProgress })
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [files, change])
}
