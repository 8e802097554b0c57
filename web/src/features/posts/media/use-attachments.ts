import { useState } from 'react'
import type { PostDraft } from '#web/features/posts/composer/composer-draft.ts'
import { pendingProgress, rejectedFile, sortFiles } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile, RejectedFile } from '#web/features/posts/composer/composer-files.ts'
import type { Latest } from '#web/features/posts/composer/use-latest.ts'
import { useUploads } from '#web/features/posts/media/use-uploads.ts'

export type Attachments = ReturnType<typeof useAttachments>

type Sender = { sendWhenReady: () => void; cancel: () => void; saveNow: () => void }

/** Manages the files of a draft from the choice until they have addresses. */
export function useAttachments(
  { value, latest, change }: Latest<PostDraft>,
  { sendWhenReady, cancel, saveNow }: Sender,
) {
  const rejectedFiles = useRejectedFiles()
  useUploads(value.files, { change: changeFile, reject: rejectFile })

  function changeFiles(next: (files: readonly ComposerFile[]) => readonly ComposerFile[]): void {
    change((now) => ({ ...now, files: next(now.files) }))
    sendWhenReady()
  }

  function changeFile(id: string, news: Partial<ComposerFile>): void {
    changeFiles((files) => files.map((file) => (file.id === id ? { ...file, ...news } : file)))
  }

  function add(added: readonly File[]): void {
    const { fit, rejected: unfit } = sortFiles(added, latest().files.length)
    if (fit.length > 0) changeFiles((files) => [...files, ...fit])
    // Files cannot be written when the page is being left.
    saveNow()
    rejectedFiles.reject(unfit)
  }

  function rejectFile({ id, name }: ComposerFile, reason: string): void {
    // A post that is waiting for its files was meant to include this one, so it must not send itself.
    cancel()
    changeFiles((files) => files.filter((file) => file.id !== id))
    rejectedFiles.reject([rejectedFile(name, reason)])
  }

  return {
    files: value.files,
    ...rejectedFiles,
    add,
    remove: (id: string) => change((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) })),
    retry: (id: string) => changeFile(id, { progress: pendingProgress }),
    describe: (id: string, alt: string) => changeFile(id, { alt }),
  }
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
