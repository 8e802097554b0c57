import { currentSession } from '#web/lib/session/session.ts'
import { markSaved } from '#web/lib/storage/answers-exist.ts'
import {
  answersByAge,
  commit,
  dropConnection,
  openDatabase,
  requestResult,
  whenCommitted,
} from '#web/lib/storage/database.ts'

/** Raise it when a query changes what it returns from the answer of the server. */
const ownShape = 1

/** A hash of the contract, which the build writes here. */
declare const CONTRACT_HASH: string | undefined

/** Saved answers of another shape are not shown, because a page could fail on them. */
const answerShape = `${ownShape} ${typeof CONTRACT_HASH === 'undefined' ? '' : CONTRACT_HASH}`

/** An answer of the server as the query cache had it. It is text, so that its size is known and nothing fails to be cloned. */
export type SavedAnswer = { json: string; updatedAt: number; bytes: number; shape: string }
export type AnswerToSave = Pick<SavedAnswer, 'json' | 'updatedAt'> & { page?: PageLink | null }
/** A page on which a saved answer was the main content. */
export type PageLink = { path: string; title: string }
type SavedPage = PageLink & { answer: string }

export const limits = { answers: 300, bytes: 20_000_000, bytesOfOne: 1_000_000 }

/** The names of answers begin with a bracket. It has no size, so it is not among those that are deleted by age. */
const pagesName = 'pages'
const maxPages = 30

/** A text takes up to two bytes for each character. */
const bytesOf = (json: string) => json.length * 2

/** Returns nothing to anybody but the member who is signed in, also if the session has changed meanwhile. */
export async function readAnswer(memberId: number, name: string): Promise<SavedAnswer | null> {
  const db = await openDatabase(memberId)
  const found: SavedAnswer | undefined = await requestResult(
    db.transaction('answers').objectStore('answers').get(name),
  )
  if (!isSignedIn(memberId) || found?.shape !== answerShape) return null
  return found
}

/** Returns the answers whose text contains `part`, by name. */
export async function readAnswersWith(memberId: number, part: string): Promise<Map<string, SavedAnswer>> {
  const store = (await openDatabase(memberId)).transaction('answers').objectStore('answers')
  const found = new Map<string, SavedAnswer>()
  const walk = store.openCursor()
  await new Promise<void>((resolve, reject) => {
    walk.onerror = () => reject(walk.error ?? new Error('The database has failed.'))
    walk.onsuccess = () => {
      const cursor = walk.result
      if (cursor === null) return resolve()
      const name = String(cursor.key)
      const answer: SavedAnswer = cursor.value
      const isCurrent = name !== pagesName && answer.shape === answerShape
      if (isCurrent && answer.json.includes(part)) found.set(name, answer)
      cursor.continue()
    }
  })
  return isSignedIn(memberId) ? found : new Map()
}

/** How many bytes there are at most. It is exact after `removeOldest`, which reads the sizes of all. */
let maxBytes = Infinity
let lastMember: number | null = null

/** Saves answers, deletes those that are null, and then the oldest ones of which there are too many. */
export async function writeAnswers(
  memberId: number,
  answers: ReadonlyMap<string, AnswerToSave | null>,
): Promise<void> {
  try {
    await write(memberId, answers)
  } catch (error) {
    dropConnection(memberId)
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    // What the member types needs the room more than what can be loaded again.
    if (isFull) await removeOldest(memberId, { answers: limits.answers / 4, bytes: limits.bytes / 4 })
  }
}

async function write(memberId: number, answers: ReadonlyMap<string, AnswerToSave | null>): Promise<void> {
  // After a sign-out nothing may be stored or opened, and an ended session stores only what was typed.
  if (!isSignedIn(memberId)) return
  const db = await openDatabase(memberId)
  if (!isSignedIn(memberId)) return
  if (lastMember !== memberId) [lastMember, maxBytes] = [memberId, Infinity]
  const transaction = db.transaction('answers', 'readwrite')
  const store = transaction.objectStore('answers')
  const opened: SavedPage[] = []
  for (const [name, answer] of answers) {
    const bytes = bytesOf(answer?.json ?? '')
    if (answer === null || bytes > limits.bytesOfOne) {
      store.delete(name)
      continue
    }
    const { json, updatedAt, page } = answer
    store.put({ json, updatedAt, bytes, shape: answerShape } satisfies SavedAnswer, name)
    if (page) opened.push({ ...page, answer: name })
    maxBytes += bytes
  }
  const count = store.count()
  await commit(transaction)
  if (opened.length > 0) await addPages(db, opened)
  markSaved(memberId)
  if (count.result > limits.answers || maxBytes > limits.bytes) await removeOldest(memberId, limits)
}

/** By itself, because a page that is being closed cannot read before it writes. */
async function addPages(db: IDBDatabase, opened: SavedPage[]): Promise<void> {
  const transaction = db.transaction('answers', 'readwrite')
  const store = transaction.objectStore('answers')
  const pages: SavedPage[] = (await requestResult(store.get(pagesName))) ?? []
  const older = pages.filter(({ path }) => !opened.some((one) => one.path === path))
  const latest = new Map([...opened, ...older].map((page) => [page.path, page]))
  store.put([...latest.values()].slice(0, maxPages), pagesName)
  await commit(transaction)
}

/** Walks over the index, newest first, which has the sizes: no answer is read. */
async function removeOldest(memberId: number, most: Pick<typeof limits, 'answers' | 'bytes'>): Promise<void> {
  const db = await openDatabase(memberId)
  if (!isSignedIn(memberId)) return
  const transaction = db.transaction('answers', 'readwrite')
  const store = transaction.objectStore('answers')
  const walk = store.index(answersByAge).openKeyCursor(null, 'prev')
  let [count, bytes] = [0, 0]
  walk.onsuccess = () => {
    const cursor = walk.result
    if (cursor === null) return
    const size = Array.isArray(cursor.key) ? Number(cursor.key[1]) : 0
    const isRoom = count < most.answers && bytes + size <= most.bytes
    if (isRoom) [count, bytes] = [count + 1, bytes + size]
    else store.delete(cursor.primaryKey)
    cursor.continue()
  }
  await whenCommitted(transaction)
  maxBytes = bytes
}

/** Deletes all, for example because they may show somebody who is blocked now. */
export async function deleteAnswers(memberId: number): Promise<void> {
  const db = await openDatabase(memberId)
  const transaction = db.transaction('answers', 'readwrite')
  transaction.objectStore('answers').clear()
  await commit(transaction)
}

/** Returns the pages that can be read without a connection, the last ones first. */
export async function readPages(memberId: number): Promise<PageLink[]> {
  const store = (await openDatabase(memberId)).transaction('answers').objectStore('answers')
  const [pages, names]: [SavedPage[] | undefined, IDBValidKey[]] = await Promise.all([
    requestResult(store.get(pagesName)),
    requestResult(store.getAllKeys()),
  ])
  if (!isSignedIn(memberId)) return []
  const there = new Set(names)
  return (pages ?? []).filter(({ answer }) => there.has(answer))
}

const isSignedIn = (memberId: number) => currentSession()?.userId === memberId
