import { pending, refusal } from '#web/features/posts/composer-files.ts'
import type { ComposerFile, Progress, Refused } from '#web/features/posts/composer-files.ts'
import type { Draft } from '#web/features/posts/composer-draft.ts'
import { answerOf, draftStores, endOf, openDrafts, openedDrafts } from '#web/lib/draft-database.ts'

/** Whose draft, and where it is being written: one for the home page, one for each group's. */
export type DraftPlace = { memberId: number; slot: string }

type KeptFile = Pick<ComposerFile, 'id' | 'kind' | 'name' | 'alt' | 'isReady'> & {
  /** Under which the file itself lies; another one once it has been made small. */
  blobKey: string
  done: Extract<Progress, { is: 'done' }> | null
}
export type KeptDraft = Omit<Draft, 'files'> & { files: KeptFile[] }

const lostWords = 'This file could not be kept with the draft. Please choose it again.'

/** Without what changes by itself from moment to moment. */
export function keptForm({ files, ...rest }: Draft): KeptDraft {
  return {
    ...rest,
    files: files.map(({ id, kind, name, alt, isReady, progress }) => {
      const blobKey = `${id}${isReady ? '-small' : ''}`
      return { id, kind, name, alt, isReady, blobKey, done: progress.is === 'done' ? progress : null }
    }),
  }
}

export type Found = { draft: Draft; kept: KeptDraft; lost: Refused[] }

export function readDraft({ memberId, slot }: DraftPlace): Promise<Found | null> {
  return inTurn(async () => {
    const deeds = (await openDrafts(memberId)).transaction(draftStores)
    const kept: KeptDraft | undefined = await answerOf(deeds.objectStore('drafts').get(slot))
    if (kept === undefined) return null
    const files = deeds.objectStore('files')
    const blobs = await Promise.all(
      kept.files.map((file): Promise<File | undefined> => answerOf(files.get(pathOf(slot, file.blobKey)))),
    )
    return found(kept, blobs)
  })
}

/** Null takes it away. A file is written once, however often the words around it change. */
export function writeDraft({ memberId, slot }: DraftPlace, draft: Draft | null): Promise<void> {
  const files = new Map(draft?.files.map(({ id, file }) => [id, file]))
  const kept = draft && keptForm(draft)
  return inTurn(async () => {
    const db = await openDrafts(memberId)
    const write = (isWithFiles: boolean) =>
      put(db, slot, kept, (id) => (isWithFiles ? (files.get(id) ?? null) : null))
    // No room for the files, or a browser that keeps none: the words are worth it alone.
    await write(true).catch(() => write(false))
    if (kept === null) tellGone({ memberId, slot })
  })
}

/** At once and without an answer: the page may be gone the next moment. New files have no time to get in. */
export function writeLastWords({ memberId, slot }: DraftPlace, draft: Draft | null): void {
  const deeds = openedDrafts(memberId)?.transaction('drafts', 'readwrite')
  if (draft === null) deeds?.objectStore('drafts').delete(slot)
  else deeds?.objectStore('drafts').put(keptForm(draft), slot)
  deeds?.commit()
}

const channelOf = (memberId: number) => new BroadcastChannel(`rootsquare.drafts.${memberId}`)

/** Another composer, here or in another tab, may still show what has been posted or discarded. */
export function onDraftGone({ memberId, slot }: DraftPlace, listener: () => void): () => void {
  const channel = channelOf(memberId)
  channel.onmessage = ({ data }) => {
    if (data === slot) listener()
  }
  return () => channel.close()
}

function tellGone({ memberId, slot }: DraftPlace): void {
  const channel = channelOf(memberId)
  channel.postMessage(slot)
  channel.close()
}

type FileOf = (id: string) => File | null

async function put(db: IDBDatabase, slot: string, kept: KeptDraft | null, fileOf: FileOf): Promise<void> {
  const deeds = db.transaction(draftStores, 'readwrite')
  const end = endOf(deeds)
  // It is heard at the end below; until then a refusal must not count as one that nobody hears.
  end.catch(() => undefined)
  const [drafts, files] = [deeds.objectStore('drafts'), deeds.objectStore('files')]
  if (kept === null) drafts.delete(slot)
  else drafts.put(kept, slot)
  const wanted = new Map(kept?.files.map(({ id, blobKey }) => [pathOf(slot, blobKey), id]))
  const there = await answerOf(files.getAllKeys(IDBKeyRange.bound(pathOf(slot, ''), pathOf(slot, '\uFFFF'))))
  for (const path of there) if (typeof path === 'string' && !wanted.has(path)) files.delete(path)
  for (const [path, id] of wanted) {
    const file = there.includes(path) ? null : fileOf(id)
    if (file !== null) files.put(file, path)
  }
  await end
}

function found(kept: KeptDraft, blobs: (File | undefined)[]): Found {
  const all = kept.files.map(({ id, kind, name, alt, isReady, done }, at): ComposerFile => {
    const file = blobs[at] ?? null
    return { id, kind, name, alt, isReady, file, poster: null, progress: done ?? pending }
  })
  const isHere = ({ file, progress }: ComposerFile) => file !== null || progress.is === 'done'
  const lost = all.filter((file) => !isHere(file)).map(({ name }) => refusal(name, lostWords))
  return { draft: { ...kept, files: all.filter(isHere) }, kept, lost }
}

function pathOf(slot: string, blobKey: string): string {
  return `${slot}/${blobKey}`
}

let last: Promise<unknown> = Promise.resolve()

/** Each opens the database anew, so that without this a later one could come first. */
function inTurn<T>(deed: () => Promise<T>): Promise<T> {
  const next = last.then(deed, deed)
  last = next.catch(() => undefined)
  return next
}
