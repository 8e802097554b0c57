import type { PostDraft } from '#web/features/posts/composer/composer-draft.ts'
import { pendingProgress, rejectedFile } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile, Progress, RejectedFile } from '#web/features/posts/composer/composer-files.ts'
import {
  requestResult,
  draftStores,
  transactionEnd,
  finalDraftKey,
  openDrafts,
} from '#web/lib/storage/draft-database.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

/** The member of a draft, and its slot: one for the home page and one for each group. */
export type DraftPlace = { memberId: number; slot: string }

type StoredFile = Pick<ComposerFile, 'id' | 'kind' | 'name' | 'alt'> & {
  /** Drafts of an older version lack `uploaded`, and their files are uploaded again. */
  done: Partial<Extract<Progress, { is: 'done' }>> | null
}
type StoredDraft = Omit<PostDraft, 'files'> & { files: StoredFile[] }

const lostFileText = 'This file could not be kept with the draft. Please choose it again.'

/** Returns a draft without the progress of its uploads, which changes by itself. */
export function storedDraftOf({ files, ...rest }: PostDraft): StoredDraft {
  return {
    ...rest,
    files: files.map(({ id, kind, name, alt, progress }) => {
      return { id, kind, name, alt, done: progress.is === 'done' ? progress : null }
    }),
  }
}

export type FoundDraft = { draft: PostDraft; stored: StoredDraft; lost: RejectedFile[] }

export function readDraft({ memberId, slot }: DraftPlace): Promise<FoundDraft | null> {
  return enqueue(async () => {
    const db = await openDrafts(memberId)
    await applyTextWrittenNow(db, { memberId, slot })
    const transaction = db.transaction(draftStores)
    const stored: StoredDraft | undefined = await requestResult(transaction.objectStore('drafts').get(slot))
    if (!Array.isArray(stored?.files)) return null
    const files = transaction.objectStore('files')
    const blobs = await Promise.all(
      stored.files.map((file): Promise<File | undefined> => requestResult(files.get(pathOf(slot, file.id)))),
    )
    for (const blob of blobs) if (blob !== undefined) writtenFiles.add(blob)
    return found(stored, blobs)
  })
}

/** Files that are already in the database. A file that was made smaller later is another object. */
const writtenFiles = new WeakSet<File>()

/** Writes a draft, or deletes it if it is null. A file is written once, however often the text changes. */
export function writeDraft({ memberId, slot }: DraftPlace, draft: PostDraft | null): Promise<void> {
  const files = new Map(draft?.files.map(({ id, file }) => [id, file]))
  const stored = draft && storedDraftOf(draft)
  return enqueue(async () => {
    const db = await openDrafts(memberId)
    const write = (isWithFiles: boolean) =>
      putDraft(db, slot, stored, (id) => (isWithFiles ? (files.get(id) ?? null) : null))
    // If the browser has no room for files, at least the text is stored.
    await write(true).catch(() => write(false))
    writeStored(area, finalDraftKey(memberId, slot), null)
    if (stored === null) notifyDraftDeleted({ memberId, slot })
  })
}

const area = () => window.localStorage

/** Writes a draft synchronously and without files, for a page that closes before the database can write. */
export function writeTextNow({ memberId, slot }: DraftPlace, draft: PostDraft | null): void {
  writeStored(area, finalDraftKey(memberId, slot), JSON.stringify(draft && storedDraftOf(draft)))
}

async function applyTextWrittenNow(db: IDBDatabase, { memberId, slot }: DraftPlace): Promise<void> {
  const last = readStored(area, finalDraftKey(memberId, slot))
  if (last === null) return
  await putDraft(db, slot, JSON.parse(last), () => null)
  writeStored(area, finalDraftKey(memberId, slot), null)
}

const channelOf = (memberId: number) => new BroadcastChannel(`rootsquare.drafts.${memberId}`)

/** Calls `listener` when another composer has posted or discarded the draft, since this one may still show it. */
export function onDraftDeleted({ memberId, slot }: DraftPlace, listener: () => void): () => void {
  const channel = channelOf(memberId)
  channel.onmessage = ({ data }) => {
    if (data === slot) listener()
  }
  return () => channel.close()
}

function notifyDraftDeleted({ memberId, slot }: DraftPlace): void {
  const channel = channelOf(memberId)
  channel.postMessage(slot)
  channel.close()
}

type FileOf = (id: string) => File | null

async function putDraft(
  db: IDBDatabase,
  slot: string,
  stored: StoredDraft | null,
  fileOf: FileOf,
): Promise<void> {
  const transaction = db.transaction(draftStores, 'readwrite')
  const end = transactionEnd(transaction)
  // It is awaited below. Until then a rejection must not count as unhandled.
  end.catch(() => undefined)
  const [drafts, files] = [transaction.objectStore('drafts'), transaction.objectStore('files')]
  if (stored === null) drafts.delete(slot)
  else drafts.put(stored, slot)
  const wanted = new Map(stored?.files.map(({ id }) => [pathOf(slot, id), fileOf(id)]))
  const there = await requestResult(
    files.getAllKeys(IDBKeyRange.bound(pathOf(slot, ''), pathOf(slot, '\uFFFF'))),
  )
  for (const path of there) if (typeof path === 'string' && !wanted.has(path)) files.delete(path)
  const fresh = [...wanted].flatMap(([path, file]) =>
    file === null || (there.includes(path) && writtenFiles.has(file)) ? [] : [{ path, file }],
  )
  for (const { path, file } of fresh) files.put(file, path)
  await end
  for (const { file } of fresh) writtenFiles.add(file)
}

function found(stored: StoredDraft, blobs: (File | undefined)[]): FoundDraft {
  const all = stored.files.map(({ id, kind, name, alt, done }, at): ComposerFile => {
    const file = blobs[at] ?? null
    const { uploaded, at: uploadedAt = 0 } = done ?? {}
    const progress: Progress = uploaded ? { is: 'done', uploaded, at: uploadedAt } : pendingProgress
    return { id, kind, name, alt, file, isReady: false, poster: null, progress }
  })
  const isHere = ({ file, progress }: ComposerFile) => file !== null || progress.is === 'done'
  const lost = all.filter((file) => !isHere(file)).map(({ name }) => rejectedFile(name, lostFileText, true))
  return { draft: { ...stored, files: all.filter(isHere) }, stored, lost }
}

function pathOf(slot: string, fileId: string): string {
  return `${slot}/${fileId}`
}

let last: Promise<unknown> = Promise.resolve()

/** Runs tasks one after the other, so that a later write does not overtake one that waits for the database. */
function enqueue<T>(task: () => Promise<T>): Promise<T> {
  const next = last.then(task, task)
  last = next.catch(() => undefined)
  return next
}
