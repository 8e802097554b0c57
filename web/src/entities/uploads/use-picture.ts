import { avatarBytes, avatarTooLarge } from '@rootsquare/contract/uploads'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Frame } from '#web/entities/uploads/crop-frame.ts'
import { makePicture } from '#web/entities/uploads/make-picture.ts'
import type { PictureKind } from '#web/entities/uploads/picture-kinds.ts'
import { sendFile, type FileChange, type SentFile } from '#web/entities/uploads/send-file.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const uploadFailed = 'Image upload failed'
const texts = { failed: uploadFailed, wrongKind: () => uploadFailed }

type PictureState = {
  /** What a form would save: no change, no picture, or the address that the upload will return. */
  change: Promise<string> | null | undefined
  file: File | null
  preview: string | null
  /** The completed share of the upload; null if none is running. */
  share: number | null
  error: string | null
  isFailed: boolean
}

const unchanged: PictureState = {
  change: undefined,
  file: null,
  preview: null,
  share: null,
  error: null,
  isFailed: false,
}

export type PictureChoice = ReturnType<typeof usePicture>

/** One picture of a form, from the chosen file to its address. */
export function usePicture(kind: PictureKind, saved: string | null) {
  const { state, replace, update, upload } = usePictureUpload(kind)
  const { change, file, preview, share, error, isFailed } = state

  /** Restores the previous picture. */
  function reject(reason: string): void {
    update({ error: reason })
  }

  /** Rendering the picture takes a moment, in which the member may have chosen otherwise. */
  async function crop(source: HTMLImageElement, frame: Frame, isStillWanted: () => boolean): Promise<void> {
    const cropped = await makePicture(source, frame, kind).catch(() => null)
    if (!isStillWanted()) return
    if (cropped === null) return reject(uploadFailed)
    if (kind === 'avatar' && cropped.size >= avatarBytes) return reject(avatarTooLarge)
    upload(cropped)
  }

  function retry(failed: File): void {
    clearSnackbars()
    upload(failed)
  }

  return {
    kind,
    shown: change === undefined ? saved : preview,
    change,
    share,
    error,
    retry: isFailed && file !== null ? () => retry(file) : null,
    crop,
    reject,
    remove: () => replace({ change: saved === null ? undefined : null }),
    undo: () => replace({}),
  }
}

/** A chosen file is uploaded at once. Another choice, or the end of the form, stops the upload. */
function usePictureUpload(kind: PictureKind) {
  const queryClient = useQueryClient()
  const [state, setState] = useState(unchanged)
  const running = useRef<AbortController | null>(null)
  const { preview } = state
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  useEffect(() => () => running.current?.abort(), [])

  const update = (changes: Partial<PictureState>) => setState((before) => ({ ...before, ...changes }))

  function replace(next: Partial<PictureState>): AbortSignal {
    running.current?.abort()
    running.current = new AbortController()
    setState({ ...unchanged, ...next })
    return running.current.signal
  }

  function upload(file: File): void {
    const signal = replace({})
    const updateUnlessStopped = (changes: Partial<PictureState>) => {
      if (!signal.aborted) update(changes)
    }
    const onChange = ({ progress }: FileChange) => {
      if (progress?.is === 'pending') updateUnlessStopped({ share: progress.share })
    }
    const change = sendFile(croppedFile(kind, file), { queryClient, signal, texts, onChange })
      .then(({ url }) => url)
      .catch((failure: unknown) => {
        updateUnlessStopped({ error: errorText(failure, uploadFailed), isFailed: true })
        if (!signal.aborted) showSnackbar('error', uploadFailed)
        throw new Error(uploadFailed, { cause: failure })
      })
      .finally(() => updateUnlessStopped({ share: null }))
    // A form that waits for the upload handles the failure itself; otherwise it was shown above.
    change.catch(() => undefined)
    update({ change, file, preview: URL.createObjectURL(file), share: 0 })
  }

  return { state, replace, update, upload }
}

function croppedFile(kind: PictureKind, file: File): SentFile {
  return { kind: kind === 'avatar' ? 'avatar' : 'cropped', file }
}
