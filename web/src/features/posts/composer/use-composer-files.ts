import { useState } from 'react'
import {
  fileKeyOf,
  rejectedFile,
  type DraftSlot,
  type PostDraft,
  type RejectedFile,
} from '#web/features/posts/composer/composer-draft.ts'
import { sortFiles } from '#web/features/posts/composer/composer-files.ts'
import { useDraftFiles, type AttachedFile } from '#web/entities/uploads/use-draft-files.ts'
import { usePageVisible } from '#web/lib/browser/use-page-visible.ts'

export type Attachments = ReturnType<typeof useComposerFiles>
type Draft = {
  draft: PostDraft
  readLatest: () => PostDraft
  change: (next: (now: PostDraft) => PostDraft) => void
}

/** Manages the files of a draft from the choice until they have addresses. */
export function useComposerFiles(
  place: DraftSlot,
  { draft, readLatest, change }: Draft,
  onRejected: () => void,
) {
  const rejectedFiles = useRejectedFiles()
  const isVisible = usePageVisible()
  const pathOf = (id: string) => fileKeyOf(place, id)
  const { append, changeStored, isChosenHere, ...attached } = useDraftFiles({
    memberId: place.memberId,
    pathOf,
    draft,
    change,
  })
  // A tab in the background leaves the files of another tab to that one.
  const mayUpload = ({ id }: AttachedFile) => isVisible || isChosenHere(id)

  function add(added: readonly File[]): void {
    const { fit, rejected } = sortFiles(added, readLatest().files.length)
    append(fit)
    rejectedFiles.reject(rejected)
  }

  function rejectFile({ id, name, file }: AttachedFile, reason: string): void {
    // A post that is waiting for its files was meant to include this one, so it must not send itself.
    onRejected()
    attached.remove([id])
    rejectedFiles.reject([rejectedFile(name, reason, file === null)])
  }

  const describe = (id: string, alt: string) => changeStored(id, { alt })
  return { ...attached, ...rejectedFiles, add, describe, rejectFile, mayUpload }
}

/** Holds the files that were not attached until the member dismisses them. */
function useRejectedFiles() {
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([])
  return {
    rejected,
    isAnyMissed: rejected.some(({ isMissed }) => isMissed),
    reject(unfit: readonly RejectedFile[]) {
      if (unfit.length > 0) setRejected((now) => [...now, ...unfit])
    },
    dismiss: (id?: string) =>
      setRejected((now) => (id === undefined ? [] : now.filter((file) => file.id !== id))),
  }
}
