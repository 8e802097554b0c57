import { useState } from 'react'
import type { Draft } from '#web/features/posts/composer/composer-draft.ts'
import { pending, rejectedFile, sortFiles } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile, RejectedFile } from '#web/features/posts/composer/composer-files.ts'
import type { Latest } from '#web/features/posts/composer/use-latest.ts'
import { useUploads } from '#web/features/posts/media/use-uploads.ts'

export type Attachments = ReturnType<typeof useAttachments>

type Sender = { goOn: () => void; cancel: () => void; saveNow: () => void }

/** The files of a draft, from the choice to their addresses. */
export function useAttachments({ value, latest, change }: Latest<Draft>, { goOn, cancel, saveNow }: Sender) {
  const rejectedFiles = useRejectedFiles()
  useUploads(value.files, { change: changeFile, reject: rejectFile })

  function changeFiles(next: (files: readonly ComposerFile[]) => readonly ComposerFile[]): void {
    change((now) => ({ ...now, files: next(now.files) }))
    goOn()
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
    // A post that waits for its files was meant to contain this one.
    cancel()
    changeFiles((files) => files.filter((file) => file.id !== id))
    rejectedFiles.reject([rejectedFile(name, reason)])
  }

  return {
    files: value.files,
    ...rejectedFiles,
    add,
    remove: (id: string) => change((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) })),
    retry: (id: string) => changeFile(id, { progress: pending }),
    describe: (id: string, alt: string) => changeFile(id, { alt }),
  }
}

/** Files that were not attached, until the member has dismissed them. */
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
