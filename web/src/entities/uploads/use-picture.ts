import { avatarBytes, avatarTooLarge } from '@rootsquare/contract/uploads'
import { useEffect, useRef, useState } from 'react'
import type { Frame } from '#web/entities/uploads/crop-frame.ts'
import { makePicture } from '#web/entities/uploads/make-picture.ts'
import type { PictureKind } from '#web/entities/uploads/picture-kinds.ts'
import type { FileChange } from '#web/entities/uploads/send-file.ts'
import { pendingProgress, type Progress, type Shrunk } from '#web/entities/uploads/upload-progress.ts'
import { useUploads } from '#web/entities/uploads/use-uploads.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const uploadFailed = 'Image upload failed'
const texts = { failed: uploadFailed, wrongKind: () => uploadFailed }

type CroppedPicture = {
  id: string
  kind: 'avatar' | 'cropped'
  file: File
  preview: string
  progress: Progress
  shrunk: Shrunk | null
}
type PictureState = {
  /** What a form would save: no change, no picture, or the address that the upload will return. */
  change: Promise<string> | null | undefined
  cropped: CroppedPicture | null
  /** Why the last choice was not taken. */
  rejection: string | null
}

const unchanged: PictureState = { change: undefined, cropped: null, rejection: null }

export type PictureChoice = ReturnType<typeof usePicture>

/** One picture of a form, from the chosen file to its address. */
export function usePicture(kind: PictureKind, saved: string | null) {
  const { state, replace, reject, upload } = usePictureUpload(kind)
  const { change, cropped, rejection } = state

  /** Rendering the picture takes a moment, in which the member may have chosen otherwise. */
  async function crop(
    opened: { image: HTMLImageElement; file: File },
    frame: Frame,
    isStillWanted: () => boolean,
  ): Promise<void> {
    const file = await makePicture(opened.image, frame, kind).catch(() => null)
    if (!isStillWanted()) return
    if (file === null) return reject(uploadFailed)
    if (kind === 'avatar' && file.size >= avatarBytes) return reject(avatarTooLarge)
    upload(file, { from: opened.file.size, to: file.size })
  }

  function retry(): void {
    clearSnackbars()
    if (cropped !== null) upload(cropped.file, cropped.shrunk)
  }

  return {
    kind,
    shown: change === undefined ? saved : (cropped?.preview ?? null),
    change,
    /** The completed share of the upload; null if none is running. */
    share: cropped?.progress.is === 'pending' ? cropped.progress.share : null,
    progress: cropped?.progress ?? null,
    shrunk: cropped?.shrunk ?? null,
    rejection,
    hasFailed: cropped?.progress.is === 'failed',
    retry,
    crop,
    reject,
    remove: () => replace({ change: saved === null ? undefined : null }),
    undo: () => replace({}),
  }
}

/** A cropped picture is uploaded at once. Another choice, or the end of the form, stops the upload. */
function usePictureUpload(kind: PictureKind) {
  const [state, setState] = useState(unchanged)
  const address = useRef<Address | null>(null)
  const { cropped } = state
  useRevoked(cropped?.preview)
  useEffect(() => () => address.current?.fail(), [])
  useUploads(cropped === null ? [] : [cropped], {
    texts,
    change,
    reject: ({ id }, reason) => change(id, { progress: { is: 'failed', reason, status: null } }),
  })

  function change(id: string, { progress }: FileChange): void {
    if (progress === undefined || cropped?.id !== id) return
    // The connection is back, and a form waits for this attempt.
    if (progress.is === 'pending' && cropped.progress.is === 'failed')
      return upload(cropped.file, cropped.shrunk)
    setState((now) => ({ ...now, cropped: now.cropped && { ...now.cropped, progress } }))
    if (progress.is === 'done') address.current?.arrive(progress.uploaded.url)
    if (progress.is !== 'failed') return
    showSnackbar('error', uploadFailed)
    address.current?.fail()
  }

  function replace(next: Partial<PictureState>): void {
    address.current?.fail()
    setState({ ...unchanged, ...next })
  }

  function upload(file: File, shrunk: Shrunk | null): void {
    address.current?.fail()
    address.current = newAddress()
    const { promise } = address.current
    setState({ ...unchanged, change: promise, cropped: croppedPicture(kind, file, shrunk) })
  }

  /** Keeps the previous picture. */
  const reject = (rejection: string) => setState((now) => ({ ...now, rejection }))
  return { state, replace, reject, upload }
}

function useRevoked(preview: string | undefined): void {
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
}

function croppedPicture(kind: PictureKind, file: File, shrunk: Shrunk | null): CroppedPicture {
  const preview = URL.createObjectURL(file)
  const sentKind = kind === 'avatar' ? 'avatar' : 'cropped'
  return { id: randomId(), kind: sentKind, file, preview, progress: pendingProgress, shrunk }
}

/** What a form that is being saved waits for. */
type Address = { promise: Promise<string>; arrive: (url: string) => void; fail: () => void }

function newAddress(): Address {
  let [arrive, fail]: [Address['arrive'], Address['fail']] = [() => {}, () => {}]
  const promise = new Promise<string>((resolve, reject) => {
    arrive = resolve
    fail = () => reject(new Error(uploadFailed))
  })
  // A form that waits for it handles the failure itself; otherwise it is shown beside the picture.
  promise.catch(() => undefined)
  return { promise, arrive, fail }
}
