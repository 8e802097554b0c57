import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastOf } from '#web/lib/browser/lists.ts'
import { sendOutbox } from '#web/service-worker/background-sync.ts'
import { databaseName } from '#web/lib/storage/database-name.ts'
import { commit, deleteDatabase, openDatabase, requestResult } from '#web/lib/storage/database.ts'

type Call = { path: string; headers: Record<string, string>; body: unknown }
let calls: Call[] = []
let answer: (call: Call) => number | Promise<number> = () => 200
let taken: string[] = []
/** Each test has its own, because connections to a database stay open. */
let memberId = 0

beforeEach(() => {
  calls = []
  taken = []
  memberId += 1
  answer = () => 200
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call: Call = {
      path,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: JSON.parse(String(init.body)),
    }
    calls.push(call)
    return Response.json({ data: { liked: true } }, { status: await answer(call) })
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Locks that a page may hold. */
const locks: Pick<LockManager, 'request'> = {
  request: async (name: string, ...rest: unknown[]) => {
    const run = lastOf(rest)
    return typeof run === 'function'
      ? run(taken.includes(name) ? null : { name, mode: 'exclusive' })
      : undefined
  },
}
const send = (hasPage = false) => sendOutbox(memberId, { hasPage, locks })

type Entry = { id: string; kind?: string; receiverId?: number; position?: number; error?: string | null }
type Rest = { call?: object | null; writtenAt?: number; item?: object; files?: string[] }

async function store(entries: (Entry & Rest)[], token: string | null = 'the-token'): Promise<void> {
  const db = await openDatabase(memberId)
  const transaction = db.transaction(['outbox', 'worker', 'files'], 'readwrite')
  for (const [position, entry] of entries.entries()) {
    const call = { method: 'POST', path: `/${entry.kind ?? 'message'}`, body: { text: entry.id } }
    const blank = { kind: 'message', receiverId: 2, position, item: null, error: null, call }
    const stored = { ...blank, writtenAt: Date.now(), ...entry }
    transaction.objectStore('outbox').put(stored, `outbox.${entry.id}`)
    for (const path of entry.files ?? []) transaction.objectStore('files').put('a file', path)
  }
  if (token !== null) transaction.objectStore('worker').put(token, 'token')
  await commit(transaction)
}

async function pathsIn(name: 'outbox' | 'files'): Promise<string[]> {
  const db = await openDatabase(memberId)
  return (await requestResult(db.transaction(name).objectStore(name).getAllKeys())).map(String)
}

const textsSent = () => calls.map(({ body }) => body)

test('sends to each receiver in order, once, with the key and the token', async () => {
  await store([
    { id: 'two', position: 2 },
    { id: 'one', position: 1 },
    { id: 'other', position: 3, receiverId: 3 },
  ])
  await send()
  expect(textsSent()).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'other' }])
  expect(calls[0]).toMatchObject({
    path: '/api/message',
    headers: { authorization: 'Bearer the-token', 'idempotency-key': 'one' },
  })
  expect(await pathsIn('outbox')).toEqual([])
  await send()
  expect(calls).toHaveLength(3)
})

test('deletes the files of a post with it', async () => {
  await store([{ id: 'a', kind: 'post', files: ['home/cloth'] }])
  await send()
  expect(await pathsIn('files')).toEqual([])
})

test('leaves it to a page that is open, or that is sending', async () => {
  await store([{ id: 'a' }, { id: 'b', receiverId: 3 }])
  await send(true)
  expect(calls).toEqual([])
  taken = [`rootsquare.outbox.message.${memberId}.2`]
  await send()
  expect(textsSent()).toEqual([{ text: 'b' }])
})

test.each([
  ['has failed', { error: 'Not from you' }],
  ['has a recording that is not uploaded', { call: null }],
  ['is older than its key', { writtenAt: Date.now() - 24 * 3_600_000 }],
])('no message overtakes one that %s', async (_, change) => {
  await store([{ id: 'first', ...change }, { id: 'second' }])
  await send()
  expect(calls).toEqual([])
  expect(await pathsIn('outbox')).toHaveLength(2)
})

test('what the server rejects is left for the next page', async () => {
  await store([{ id: 'a' }, { id: 'b' }, { id: 'c', kind: 'comment', receiverId: 7 }])
  answer = ({ path }) => (path === '/api/message' ? 403 : 200)
  await send()
  expect(await pathsIn('outbox')).toEqual(['outbox.a', 'outbox.b'])
})

test('asks the browser to try again if there was no answer', async () => {
  await store([{ id: 'a' }])
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(send()).rejects.toThrow('Failed to fetch')
  answer = () => 503
  await expect(send()).rejects.toThrow('503')
  expect(await pathsIn('outbox')).toEqual(['outbox.a'])
})

const like = { id: 'value.post-like.7', kind: 'value', receiverId: 0, item: { value: true } }

async function storedLike(): Promise<unknown> {
  const db = await openDatabase(memberId)
  return requestResult(db.transaction('outbox').objectStore('outbox').get(`outbox.${like.id}`))
}

test.each([429, 503])(
  'a switch is marked as tried before it is sent, and tried again after %i',
  async (status) => {
    await store([like])
    answer = () => status
    await expect(send()).rejects.toThrow(String(status))
    expect(await storedLike()).toMatchObject({ item: { value: true, isTried: true } })
  },
)

test('the next page gets the reply to a switch, which is not sent again', async () => {
  await store([like])
  await send()
  await send()
  expect(calls).toHaveLength(1)
  const item = { value: true, isTried: true, reply: { data: { liked: true } } }
  expect(await storedLike()).toMatchObject({ call: null, error: null, item })
})

test('a switch that a page has changed while it was sent is sent as it is now', async () => {
  await store([like])
  answer = async () => {
    answer = () => 200
    await store([{ ...like, item: { value: false }, position: 9 }])
    return 200
  }
  await send()
  expect(calls).toHaveLength(2)
  expect(await storedLike()).toMatchObject({ item: { value: false, reply: { data: { liked: true } } } })
})

test('sends nothing without the token of the session', async () => {
  await store([{ id: 'a' }], null)
  await send()
  expect(calls).toEqual([])
})

test('sends nothing after a sign-out, and creates no database', async () => {
  await send()
  expect(calls).toEqual([])
  expect(await indexedDB.databases()).toEqual([])
})

test('a sign-out while it sends ends it, and deletes everything', async () => {
  await store([{ id: 'a' }, { id: 'b' }])
  answer = () => {
    deleteDatabase(memberId)
    return new Promise((resolve) => setTimeout(() => resolve(200), 50))
  }
  await send().catch(() => {})
  expect(textsSent()).toEqual([{ text: 'a' }])
  const names = async () => (await indexedDB.databases()).map(({ name }) => name)
  await vi.waitFor(async () => expect(await names()).not.toContain(databaseName(memberId)))
})
