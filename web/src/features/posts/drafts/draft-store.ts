import type { Draft } from '#web/features/posts/composer/composer-draft.ts'
import { pending, refusal } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile, Progress, Refused } from '#web/features/posts/composer/composer-files.ts'
import { answerOf, draftStores, endOf, lastWordsKey, openDrafts } from '#web/lib/storage/draft-database.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

/** Whose draft, and where it is being written: one for the home page, one for each group's. */
export type DraftPlace = { memberId: number; slot: string }

type KeptFile = Pick<ComposerFile, 'id' | 'kind' | 'name' | 'alt'> & {
  done: Extract<Progress, { is: 'done' }> | null
}
type KeptDraft = Omit<Draft, 'files'> & { files: KeptFile[] }

const lostWords = 'This file could not be kept with the draft. Please choose it again.'

/** Without what changes by itself from moment to moment. */
export function savedForm({ files, ...rest }: Draft): KeptDraft {
  return {
    ...rest,
    files: files.map(({ id, kind, name, alt, progress }) => {
      return { id, kind, name, alt, done: progress.is === 'done' ? progress : null }
    }),
  }
}

export type Found = { draft: Draft; kept: KeptDraft; lost: Refused[] }

export function readDraft({ memberId, slot }: DraftPlace): Promise<Found | null> {
  return inTurn(async () => {
    const db = await openDrafts(memberId)
    await takeLastWords(db, { memberId, slot })
    const deeds = db.transaction(draftStores)
    const kept: KeptDraft | undefined = await answerOf(deeds.objectStore('drafts').get(slot))
    if (kept === undefined) return null
    const files = deeds.objectStore('files')
    const blobs = await Promise.all(
      kept.files.map((file): Promise<File | undefined> => answerOf(files.get(pathOf(slot, file.id)))),
    )
    for (const blob of blobs) if (blob !== undefined) stored.add(blob)
    return found(kept, blobs)
  })
}

/** Files as they lie there: one that has been made smaller since is another. */
const stored = new WeakSet<File>()

/** Null takes it away. A file is written once, however often the words around it change. */
export function writeDraft({ memberId, slot }: DraftPlace, draft: Draft | null): Promise<void> {
  const files = new Map(draft?.files.map(({ id, file }) => [id, file]))
  const kept = draft && savedForm(draft)
  return inTurn(async () => {
    const db = await openDrafts(memberId)
    const write = (isWithFiles: boolean) =>
      put(db, slot, kept, (id) => (isWithFiles ? (files.get(id) ?? null) : null))
    // No room for the files, or a browser that keeps none: the words are worth it alone.
    await write(true).catch(() => write(false))
    writeStored(area, lastWordsKey(memberId, slot), null)
    if (kept === null) tellGone({ memberId, slot })
  })
}

const area = () => window.localStorage

/** At once: the page may be gone the next moment, before the database has had its turn. Files have no room here. */
export function writeLastWords({ memberId, slot }: DraftPlace, draft: Draft | null): void {
  writeStored(area, lastWordsKey(memberId, slot), JSON.stringify(draft && savedForm(draft)))
}

async function takeLastWords(db: IDBDatabase, { memberId, slot }: DraftPlace): Promise<void> {
  const last = readStored(area, lastWordsKey(memberId, slot))
  if (last === null) return
  await put(db, slot, JSON.parse(last), () => null)
  writeStored(area, lastWordsKey(memberId, slot), null)
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
  const wanted = new Map(kept?.files.map(({ id }) => [pathOf(slot, id), fileOf(id)]))
  const there = await answerOf(files.getAllKeys(IDBKeyRange.bound(pathOf(slot, ''), pathOf(slot, '\uFFFF'))))
  for (const path of there) if (typeof path === 'string' && !wanted.has(path)) files.delete(path)
  const fresh = [...wanted].flatMap(([path, file]) =>
    file === null || (there.includes(path) && stored.has(file)) ? [] : [{ path, file }],
  )
  for (const { path, file } of fresh) files.put(file, path)
  await end
  for (const { file } of fresh) stored.add(file)
}

function found(kept: KeptDraft, blobs: (File | undefined)[]): Found {
  const all = kept.files.map(({ id, kind, name, alt, done }, at): ComposerFile => {
    const file = blobs[at] ?? null
    return { id, kind, name, alt, file, isReady: false, poster: null, progress: done ?? pending }
  })
  const isHere = ({ file, progress }: ComposerFile) => file !== null || progress.is === 'done'
  const lost = all.filter((file) => !isHere(file)).map(({ name }) => refusal(name, lostWords, true))
  return { draft: { ...kept, files: all.filter(isHere) }, kept, lost }
}

function pathOf(slot: string, fileId: string): string {
  return `${slot}/${fileId}`
}

let last: Promise<unknown> = Promise.resolve()

/** The first waits for the database to open, and files take their time: a later one must not overtake them. */
function inTurn<T>(deed: () => Promise<T>): Promise<T> {
  const next = last.then(deed, deed)
  last = next.catch(() => undefined)
  return next
}
