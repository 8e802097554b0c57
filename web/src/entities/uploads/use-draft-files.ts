import { useState } from 'react'
import type { FileChange } from '#web/entities/uploads/send-file.ts'
import { pendingProgress, type Progress, type Shrunk } from '#web/entities/uploads/upload-progress.ts'
import { storedValue, storeValues } from '#web/lib/storage/member-store.ts'
import { randomId } from '#web/lib/storage/random-id.ts'

/** A file as a draft stores it, without the file itself. */
export type DraftFile = {
  id: string
  kind: 'image' | 'video'
  name: string
  alt: string
  /** Is null until the file is uploaded. */
  done: Extract<Progress, { is: 'done' }> | null
}

/** What only this tab knows of a file. */
type FileState = {
  /** Whether the file has already been made small enough. */
  isReady: boolean
  poster: File | null
  shrunk: Shrunk | null
  progress: Progress
}

export type AttachedFile = DraftFile &
  FileState & {
    /** The file as it will be sent, or null if only the addresses are stored. */
    file: File | null
  }

type Files = { files: readonly DraftFile[] }
type DraftOfFiles<Draft extends Files> = {
  memberId: number
  /** The path of a file in the store. */
  pathOf: (id: string) => string
  draft: Draft
  change: (next: (now: Draft) => Draft) => void
}

const unsent: FileState = { isReady: false, poster: null, shrunk: null, progress: pendingProgress }
/** The server deletes files that nothing uses after a day; a draft may be older. */
export const freshMs = 12 * 3_600_000

type StoredFiles = readonly (readonly [id: string, file: File | null])[]
type NewDraftFile = { stored: DraftFile; file: File }

export function newDraftFile(file: File, kind: DraftFile['kind']): NewDraftFile {
  return { stored: { id: randomId(), kind, name: file.name, alt: '', done: null }, file }
}

/** Joins the files of a draft, which survive a closed tab, with what only this tab knows of them. */
export function useDraftFiles<Draft extends Files>(options: DraftOfFiles<Draft>) {
  const { memberId, pathOf, draft, change: changeDraft } = options
  const [states, setStates] = useState<ReadonlyMap<string, Partial<FileState>>>(new Map())

  const changeFiles = (next: (files: Draft['files']) => readonly DraftFile[]) =>
    changeDraft((now) => ({ ...now, files: next(now.files) }))
  const storeFiles = (files: StoredFiles) =>
    storeValues(
      memberId,
      files.map(([id, file]) => [pathOf(id), file]),
    )

  function append(added: readonly NewDraftFile[]): void {
    if (added.length === 0) return
    setStates((now) => new Map([...now, ...added.map(({ stored }) => [stored.id, {}] as const)]))
    // The files come first, because another tab shows the draft at once.
    storeFiles(added.map(({ stored, file }) => [stored.id, file]))
    changeFiles((files) => [...files, ...added.map(({ stored }) => stored)])
  }

  const changeStored = (id: string, news: Partial<DraftFile>) =>
    changeFiles((files) => files.map((file) => (file.id === id ? { ...file, ...news } : file)))

  function change(id: string, { file, progress, ...news }: FileChange): void {
    if (file) storeFiles([[id, file]])
    setStates((now) => new Map(now).set(id, { ...now.get(id), ...news, ...(progress && { progress }) }))
    if (progress) changeStored(id, { done: progress.is === 'done' ? progress : null })
  }

  function remove(ids: readonly string[]): void {
    changeFiles((files) => files.filter(({ id }) => !ids.includes(id)))
    storeFiles(ids.map((id) => [id, null]))
  }

  const files = draft.files.map((stored) =>
    attachedFile(stored, storedValue(memberId, pathOf(stored.id)), states.get(stored.id)),
  )
  const retry = (id: string) => change(id, { progress: pendingProgress })
  return { files, isChosenHere: (id: string) => states.has(id), append, change, changeStored, remove, retry }
}

function attachedFile(stored: DraftFile, file: unknown, news: Partial<FileState> = {}): AttachedFile {
  const state = { ...unsent, ...news }
  const { done } = stored
  const uploading = state.progress.is === 'done' ? pendingProgress : state.progress
  const progress = done !== null && done.at > Date.now() - freshMs ? done : uploading
  return { ...stored, ...state, file: file instanceof File ? file : null, progress }
}
