import type { Frame } from '#web/features/uploads/crop-frame.ts'
import { makePicture } from '#web/features/uploads/make-picture.ts'
import { avatarLimitBytes, avatarTooBig, uploadFailed } from '#web/features/uploads/picture-kinds.ts'
import type { PictureKind } from '#web/features/uploads/picture-kinds.ts'
import { usePicked } from '#web/features/uploads/use-picked.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

export type Picture = ReturnType<typeof usePicture>

/** One picture of a form, from the choice of a file to its address. */
export function usePicture(kind: PictureKind, saved: string | null) {
  const { picked, put, add, start } = usePicked(kind)
  const { change, file, preview, share, trouble } = picked

  /** What was there before stays. */
  function refuse(reason: string): void {
    showSnackbar('error', reason)
    add({ trouble: reason })
  }

  async function cut(source: HTMLImageElement, frame: Frame): Promise<void> {
    const made = await makePicture(source, frame, kind)
    if (made === null) return refuse(uploadFailed)
    if (kind === 'avatar' && made.size >= avatarLimitBytes) return refuse(avatarTooBig)
    start(made)
  }

  return {
    kind,
    shown: change === undefined ? saved : preview,
    change,
    share,
    trouble,
    retry: picked.isFailed && file !== null ? () => start(file) : null,
    cut,
    refuse,
    remove: () => put({ change: saved === null ? undefined : null }),
    undo: () => put({}),
  }
}
