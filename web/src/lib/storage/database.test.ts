import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, afterEach, expect, test, vi } from 'vitest'
import { databaseName } from '#web/lib/storage/database-name.ts'
import { commit, dropConnection, openDatabase, requestResult } from '#web/lib/storage/database.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  // Other tests of the same worker have members with the same ids.
  for (const memberId of [1, 2, 3, 4]) dropConnection(memberId)
})
afterEach(() => void vi.unstubAllGlobals())

type Stored = Record<string, Record<string, unknown>>

/** Stores values by store and path, as an earlier version of the app did. */
async function storeAs(version: number, memberId: number, stored: Stored): Promise<void> {
  const request = indexedDB.open(databaseName(memberId), version)
  request.onupgradeneeded = () => {
    for (const name of Object.keys(stored)) request.result.createObjectStore(name)
  }
  const db = await requestResult(request)
  const transaction = db.transaction(Object.keys(stored), 'readwrite')
  for (const [name, values] of Object.entries(stored))
    for (const [path, value] of Object.entries(values)) transaction.objectStore(name).put(value, path)
  await commit(transaction)
  db.close()
}

async function everythingOf(memberId: number): Promise<Stored> {
  const db = await openDatabase(memberId)
  const transaction = db.transaction([...db.objectStoreNames])
  const read = async (name: string) => {
    const store = transaction.objectStore(name)
    const [paths, values] = await Promise.all([
      requestResult(store.getAllKeys()),
      requestResult(store.getAll()),
    ])
    return [name, Object.fromEntries(paths.map((path, at) => [String(path), values[at]]))] as const
  }
  return Object.fromEntries(await Promise.all([...db.objectStoreNames].map(read)))
}

test('what version 3 stored survives the upgrade', async () => {
  const typed = {
    drafts: { 'rootsquare.comment-draft.1.7': 'Half a commen', 'rootsquare.post.1.home': { text: 'A post' } },
    files: { 'home/cloth': { size: 40 } },
    outbox: { 'outbox.key': { id: 'key', text: 'Not sent' } },
  }
  await storeAs(3, 1, typed)
  expect(await everythingOf(1)).toEqual({ ...typed, answers: {}, worker: {} })
})

test('what version 2 stored goes to the stores of today', async () => {
  await storeAs(2, 2, {
    drafts: { home: { text: 'A post' } },
    files: { 'home/cloth': { size: 40 } },
    unsent: { 'outbox.key': { id: 'key' }, 'rootsquare.comment-draft.2.7': 'Half' },
  })
  expect(await everythingOf(2)).toEqual({
    drafts: { 'rootsquare.post.2.home': { text: 'A post' }, 'rootsquare.comment-draft.2.7': 'Half' },
    files: { 'home/cloth': { size: 40 } },
    outbox: { 'outbox.key': { id: 'key' } },
    answers: {},
    worker: {},
  })
})

test('each member has a database of their own', async () => {
  await storeAs(3, 3, { drafts: { 'rootsquare.post.3.home': 'Of member 3' }, files: {}, outbox: {} })
  expect((await everythingOf(4)).drafts).toEqual({})
})
