import { avatarBytes, avatarTooLarge } from '@rootsquare/contract/uploads'
import type { Frame } from '#web/entities/uploads/crop-frame.ts'
import { makePicture } from '#web/entities/uploads/make-picture.ts'
import { uploadFailed } from '#web/entities/uploads/picture-kinds.ts'
import type { PictureKind } from '#web/entities/uploads/picture-kinds.ts'
import { usePicked } from '#web/entities/uploads/use-picked.ts'

export type Picture = ReturnType<typeof usePicture>

/** One picture of a form, from the choice of a file to its address. */
export function usePicture(kind: PictureKind, saved: string | null) {
  const { picked, put, add, start } = usePicked(kind)
  const { change, file, preview, share, trouble } = picked

  /** What was there before stays. */
  function refuse(reason: string): void {
    add({ trouble: reason })
  }

  /** Making the picture takes a moment, in which one may have thought better of it. */
  async function cut(source: HTMLImageElement, frame: Frame, isStillWanted: () => boolean): Promise<void> {
    const made = await makePicture(source, frame, kind).catch(() => null)
    if (!isStillWanted()) return
    if (made === null) return refuse(uploadFailed)
    if (kind === 'avatar' && made.size >= avatarBytes) return refuse(avatarTooLarge)
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
