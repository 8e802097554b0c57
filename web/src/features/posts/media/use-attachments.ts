import { useState } from 'react'
import type { Draft } from '#web/features/posts/composer/composer-draft.ts'
import { pending, refusal, sortFiles } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile, Refused } from '#web/features/posts/composer/composer-files.ts'
import type { Newest } from '#web/features/posts/feed/use-newest.ts'
import { useUploads } from '#web/features/posts/media/use-uploads.ts'

export type Attachments = ReturnType<typeof useAttachments>

type Sender = { goOn: () => void; cancel: () => void; saveNow: () => void }

/** The files of a draft, from the choice to their addresses. */
export function useAttachments({ value, newest, change }: Newest<Draft>, { goOn, cancel, saveNow }: Sender) {
  const refusals = useRefusals()
  useUploads(value.files, { change: changeFile, refuse: leaveOut })

  function changeFiles(next: (files: readonly ComposerFile[]) => readonly ComposerFile[]): void {
    change((now) => ({ ...now, files: next(now.files) }))
    goOn()
  }

  function changeFile(id: string, news: Partial<ComposerFile>): void {
    changeFiles((files) => files.map((file) => (file.id === id ? { ...file, ...news } : file)))
  }

  function add(given: readonly File[]): void {
    const { fit, refused: unfit } = sortFiles(given, newest().files.length)
    if (fit.length > 0) changeFiles((files) => [...files, ...fit])
    // They cannot be written when the page is being left.
    saveNow()
    refusals.refuse(unfit)
  }

  function leaveOut({ id, name }: ComposerFile, reason: string): void {
    // Whoever pressed Post meant to post it too.
    cancel()
    changeFiles((files) => files.filter((file) => file.id !== id))
    refusals.refuse([refusal(name, reason)])
  }

  return {
    files: value.files,
    ...refusals,
    add,
    remove: (id: string) => change((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) })),
    retry: (id: string) => changeFile(id, { progress: pending }),
    describe: (id: string, alt: string) => changeFile(id, { alt }),
  }
}

/** What was not attached, until it has been taken note of. */
function useRefusals() {
  const [refused, setRefused] = useState<readonly Refused[]>([])
  return {
    refused,
    isAnyMissed: refused.some(({ isMissed }) => isMissed),
    refuse(unfit: readonly Refused[]) {
      if (unfit.length > 0) setRefused((now) => [...now, ...unfit])
    },
    dismiss: (id?: string) =>
      setRefused((now) => (id === undefined ? [] : now.filter((file) => file.id !== id))),
  }
}
