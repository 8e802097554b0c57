import { useEffect, useRef, useState } from 'react'
import { useUploadPicture } from '#web/features/uploads/api.ts'
import type { Frame } from '#web/features/uploads/crop-frame.ts'
import { makePicture } from '#web/features/uploads/make-picture.ts'
import { avatarLimitBytes, avatarTooBig, uploadFailed } from '#web/features/uploads/picture-kinds.ts'
import type { PictureKind } from '#web/features/uploads/picture-kinds.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

type Picked = {
  /** What a form would save: nothing new, no picture, or the address that the upload will bring. */
  change: Promise<string> | null | undefined
  file: File | null
  /** How much is up; null when nothing is on its way. */
  share: number | null
  trouble: string | null
}

const untouched: Picked = { change: undefined, file: null, share: null, trouble: null }

export type Picture = ReturnType<typeof usePicture>

/** One picture of a form, from the choice of a file to its address. Uploads begin at once and stop with the form. */
export function usePicture(kind: PictureKind, saved: string | null) {
  const uploadPicture = useUploadPicture()
  const [picked, setPicked] = useState(untouched)
  const running = useRef<AbortController | null>(null)
  const preview = usePreview(picked.file)
  useEffect(() => () => running.current?.abort(), [])

  function put(next: Partial<Picked>): void {
    running.current?.abort()
    running.current = null
    setPicked({ ...untouched, ...next })
  }

  function start(file: File): void {
    const controller = new AbortController()
    const { signal } = controller
    const tell = (news: Partial<Picked>) => {
      if (!signal.aborted) setPicked((now) => ({ ...now, ...news }))
    }
    const sent = uploadPicture(kind, file, { signal, onProgress: (share) => tell({ share }) })
    const change = sent.catch((failure: unknown) => {
      tell({ share: null, trouble: failureText(failure, uploadFailed) })
      if (!signal.aborted) showSnackbar('error', uploadFailed)
      throw new Error(uploadFailed, { cause: failure })
    })
    put({ change, file, share: 0 })
    running.current = controller
    void change.then(
      () => tell({ share: null }),
      () => undefined,
    )
  }

  async function cut(source: HTMLImageElement, frame: Frame): Promise<void> {
    const file = await makePicture(source, frame, kind)
    if (file === null) return refuse(uploadFailed)
    if (kind === 'avatar' && file.size >= avatarLimitBytes) return refuse(avatarTooBig)
    start(file)
  }

  /** What was there before stays. */
  function refuse(trouble: string): void {
    showSnackbar('error', trouble)
    setPicked((now) => ({ ...now, trouble }))
  }

  const isFailed = picked.share === null && picked.trouble !== null && picked.file !== null
  return {
    kind,
    shown: picked.change === undefined ? saved : preview,
    change: picked.change,
    share: picked.share,
    trouble: picked.trouble,
    isFailed,
    cut,
    refuse,
    retry: () => picked.file && start(picked.file),
    remove: () => put({ change: saved === null ? undefined : null }),
    undo: () => put({}),
  }
}

/** An address for a file on this device, given back to the browser when it is no longer shown. */
function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return setPreview(null)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return preview
}
