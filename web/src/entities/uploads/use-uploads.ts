import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadTexts } from '#web/entities/uploads/check-file.ts'
import { uploadFile } from '#web/entities/uploads/send-file.ts'
import type { FileChange, SentFile } from '#web/entities/uploads/send-file.ts'
import { isLost, pendingProgress, type Progress } from '#web/entities/uploads/upload-progress.ts'

/** `file` is null if only its addresses are stored, or if the browser had no room for it. */
type ListedFile = Omit<SentFile, 'file'> & { id: string; file: File | null; progress: Progress }

type UploadHandlers<Listed> = {
  texts: UploadTexts
  change: (id: string, change: FileChange) => void
  /** Is called for a file that can never be sent. */
  reject: (file: Listed, reason: string) => void
  mayStart?: (file: Listed) => boolean
  maxParallel?: number
}

export const lostFileText = 'This file could not be saved with the draft. Please choose it again.'

/**
 * Uploads every pending file, by default two at a time. The upload of a removed file is aborted. A run ends here only, once the page knows
 * the result of its file: until then an effect of an earlier state would take the file for one that nobody uploads.
 */
export function useUploads<Listed extends ListedFile>(
  files: readonly Listed[],
  { texts, change, reject, mayStart = () => true, maxParallel = 2 }: UploadHandlers<Listed>,
): void {
  const queryClient = useQueryClient()
  const runs = useRef(new Map<string, AbortController>())

  function start(listed: Listed): void {
    const { id, file, kind, isReady = false } = listed
    const run = new AbortController()
    runs.current.set(id, run)
    if (file === null) return reject(listed, lostFileText)
    const handlers = {
      onChange: (news: FileChange) => change(id, news),
      onUnfit: (reason: string) => reject(listed, reason),
    }
    void uploadFile({ file, kind, isReady }, { queryClient, signal: run.signal, texts, ...handlers })
  }

  useEffect(() => {
    const waiting = files.filter(({ progress }) => progress.is === 'pending')
    stop(runs.current, (id) => !waiting.some((file) => file.id === id))
    for (const file of waiting)
      if (!runs.current.has(file.id) && runs.current.size < maxParallel && mayStart(file)) start(file)
  })
  useEffect(() => {
    const all = runs.current
    return () => stop(all, () => true)
  }, [])
  useOnline(() => {
    for (const { id, progress } of files) if (isLost(progress)) change(id, { progress: pendingProgress })
  })
}

function stop(runs: Map<string, AbortController>, isOver: (id: string) => boolean): void {
  for (const [id, run] of runs) {
    if (!isOver(id)) continue
    run.abort()
    runs.delete(id)
  }
}

/** Retries lost files when the connection is back, so that nobody has to press Retry for each. */
function useOnline(onOnline: () => void): void {
  const listener = useEffectEvent(onOnline)
  useEffect(() => {
    const retry = () => listener()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
}
