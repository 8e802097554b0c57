import { useEffect, useRef, useState } from 'react'
import { useUploadPicture } from '#web/entities/uploads/api.ts'
import { uploadFailed } from '#web/entities/uploads/picture-kinds.ts'
import type { PictureKind } from '#web/entities/uploads/picture-kinds.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Picked = {
  /** What a form would save: nothing new, no picture, or the address that the upload will bring. */
  change: Promise<string> | null | undefined
  file: File | null
  preview: string | null
  /** How much is up; null when nothing is on its way. */
  share: number | null
  trouble: string | null
  isFailed: boolean
}

const untouched: Picked = {
  change: undefined,
  file: null,
  preview: null,
  share: null,
  trouble: null,
  isFailed: false,
}

/** A picked file goes up at once. Another choice, or the end of the form, stops it. */
export function usePicked(kind: PictureKind) {
  const uploadPicture = useUploadPicture()
  const [picked, setPicked] = useState(untouched)
  const running = useRef<AbortController | null>(null)
  const { preview } = picked
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  useEffect(() => () => running.current?.abort(), [])

  const add = (news: Partial<Picked>) => setPicked((now) => ({ ...now, ...news }))

  function put(next: Partial<Picked>): AbortSignal {
    running.current?.abort()
    running.current = new AbortController()
    setPicked({ ...untouched, ...next })
    return running.current.signal
  }

  function start(file: File): void {
    const signal = put({})
    const tell = (news: Partial<Picked>) => {
      if (!signal.aborted) add(news)
    }
    const change = uploadPicture(kind, file, { signal, onProgress: (share) => tell({ share }) })
      .catch((failure: unknown) => {
        tell({ trouble: errorText(failure, uploadFailed), isFailed: true })
        if (!signal.aborted) showSnackbar('error', uploadFailed)
        throw new Error(uploadFailed, { cause: failure })
      })
      .finally(() => tell({ share: null }))
    // A form that is waiting hears of the failure itself; without one it is told above.
    change.catch(() => undefined)
    add({ change, file, preview: URL.createObjectURL(file), share: 0 })
  }

  return { picked, put, add, start }
}
