import { useState } from 'react'
import {
  fileKeyOf,
  rejectedFile,
  type DraftSlot,
  type PostDraft,
  type ComposerFile,
  type DraftFile,
  type RejectedFile,
} from '#web/features/posts/composer/composer-draft.ts'
import { sortFiles } from '#web/features/posts/composer/composer-files.ts'
import { pendingProgress } from '#web/entities/uploads/upload-progress.ts'
import { usePageVisible } from '#web/lib/browser/use-page-visible.ts'
import { storedValue, storeValues } from '#web/lib/storage/member-store.ts'

export type Attachments = ReturnType<typeof useComposerFiles>
type Draft = {
  draft: PostDraft
  readLatest: () => PostDraft
  change: (next: (now: PostDraft) => PostDraft) => void
}
/** What only this tab knows of a file. */
type FileState = Partial<Pick<ComposerFile, 'isReady' | 'poster' | 'progress'>>

/** The server deletes files that no post uses after a day; a draft may be older. */
const freshMs = 12 * 3_600_000

/** Manages the files of a draft from the choice until they have addresses. */
export function useComposerFiles(place: DraftSlot, stored: Draft, onRejected: () => void) {
  const rejectedFiles = useRejectedFiles()
  const isVisible = usePageVisible()
  const { files, isChosenHere, append, change, changeStored, remove } = useDraftFiles(place, stored)
  // A tab in the background leaves the files of another tab to that one.
  const mayUpload = ({ id }: ComposerFile) => isVisible || isChosenHere(id)

  function add(added: readonly File[]): void {
    const { fit, rejected } = sortFiles(added, stored.readLatest().files.length)
    append(fit)
    rejectedFiles.reject(rejected)
  }

  function rejectFile({ id, name, file }: ComposerFile, reason: string): void {
    // A post that is waiting for its files was meant to include this one, so it must not send itself.
    onRejected()
    remove(id)
    rejectedFiles.reject([rejectedFile(name, reason, file === null)])
  }

  /** Uploads files again that the server may have deleted. */
  function refresh(): void {
    for (const file of files) if (isOld(file)) retry(file.id)
  }

  const retry = (id: string) => change(id, { progress: pendingProgress })
  const describe = (id: string, alt: string) => changeStored(id, { alt })
  return { files, ...rejectedFiles, add, remove, retry, describe, refresh, change, rejectFile, mayUpload }
}

/** Joins the files in the store with what only this tab knows of them. */
function useDraftFiles(place: DraftSlot, { draft, change: changeDraft }: Draft) {
  const [states, setStates] = useState<ReadonlyMap<string, FileState>>(new Map())
  const pathOf = (id: string) => fileKeyOf(place, id)

  function append(added: readonly (DraftFile & { file: File })[]): void {
    if (added.length === 0) return
    const fresh = added.map(({ id, kind, name, alt, done }) => ({ id, kind, name, alt, done }))
    setStates((now) => new Map([...now, ...fresh.map(({ id }) => [id, {}] as const)]))
    // The files come first, because another tab shows the draft at once.
    storeValues(
      place.memberId,
      added.map(({ id, file }) => [pathOf(id), file]),
    )
    changeDraft((now) => ({ ...now, files: [...now.files, ...fresh] }))
  }

  function changeStored(id: string, news: Partial<DraftFile>): void {
    const changed = (file: DraftFile) => (file.id === id ? { ...file, ...news } : file)
    changeDraft((now) => ({ ...now, files: now.files.map(changed) }))
  }

  function change(id: string, { file, progress, ...news }: FileState & { file?: File | null }): void {
    if (file) storeValues(place.memberId, [[pathOf(id), file]])
    setStates((now) => new Map(now).set(id, { ...now.get(id), ...news, ...(progress && { progress }) }))
    if (progress) changeStored(id, { done: progress.is === 'done' ? progress : null })
  }

  function remove(id: string): void {
    changeDraft((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) }))
    storeValues(place.memberId, [[pathOf(id), null]])
  }

  const files = draft.files.map((file) => composerFile(place, file, states.get(file.id)))
  return { files, isChosenHere: (id: string) => states.has(id), append, change, changeStored, remove }
}

function isOld({ file, done }: ComposerFile): boolean {
  return file !== null && done !== null && done.at < Date.now() - freshMs
}

function composerFile(place: DraftSlot, file: DraftFile, state: FileState = {}): ComposerFile {
  const stored = storedValue(place.memberId, fileKeyOf(place, file.id))
  const progress = file.done ?? state.progress ?? pendingProgress
  return {
    ...file,
    isReady: state.isReady ?? false,
    poster: state.poster ?? null,
    file: stored instanceof File ? stored : null,
    progress,
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
