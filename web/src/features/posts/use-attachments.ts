import { useState } from 'react'
import type { Draft } from '#web/features/posts/composer-draft.ts'
import { pending, sortFiles } from '#web/features/posts/composer-files.ts'
import type { ComposerFile, Refused } from '#web/features/posts/composer-files.ts'
import type { Newest } from '#web/features/posts/use-newest.ts'
import { useUploads } from '#web/features/posts/use-uploads.ts'

export type Attachments = ReturnType<typeof useAttachments>

type Told = { onChange: () => void; saveNow: () => void }

/** The files of a draft, from the choice to their addresses. */
export function useAttachments({ value, newest, change }: Newest<Draft>, { onChange, saveNow }: Told) {
  const [refused, setRefused] = useState<readonly Refused[]>([])
  useUploads(value.files, changeFile)

  function changeFiles(next: (files: readonly ComposerFile[]) => readonly ComposerFile[]): void {
    change((now) => ({ ...now, files: next(now.files) }))
    onChange()
  }

  function changeFile(id: string, news: Partial<ComposerFile>): void {
    changeFiles((files) => files.map((file) => (file.id === id ? { ...file, ...news } : file)))
  }

  function add(given: readonly File[]): void {
    const { fit, refused: unfit } = sortFiles(given, newest().files.length)
    if (fit.length > 0) changeFiles((files) => [...files, ...fit])
    // They cannot be written when the page is being left.
    saveNow()
    refuse(unfit)
  }

  function refuse(unfit: readonly Refused[]): void {
    if (unfit.length > 0) setRefused((now) => [...now, ...unfit])
  }

  return {
    files: value.files,
    refused,
    add,
    refuse,
    remove: (id: string) => change((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) })),
    retry: (id: string) => changeFile(id, { progress: pending }),
    describe: (id: string, alt: string) => changeFile(id, { alt }),
    dismiss: (id?: string) =>
      setRefused((now) => (id === undefined ? [] : now.filter((file) => file.id !== id))),
  }
}
