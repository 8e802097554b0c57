import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  currentSession,
  onSessionChange,
  onSignedOutElsewhere,
  startSession,
} from '#web/lib/session/session.ts'
import { dropConnection, openDatabase } from '#web/lib/storage/database.ts'
import { forgetStored, storeValues, unsentValues } from '#web/lib/storage/member-store.ts'
import { writeTyped } from '#web/lib/storage/typed-values.ts'
import { tokenFor } from '#web/test/open-app.tsx'

const entry = ['outbox.key', { id: 'key', text: 'Not sent' }] as const
const fakeTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  dropConnection(1)
  forgetStored()
  startSession(tokenFor(1))
  expect(currentSession()?.userId).toBe(1)
})

test('what waits is found however long the device takes to read it', async () => {
  await writeTyped(1, [entry])
  dropConnection(1)
  fakeTimeouts()
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((...names) => {
    vi.advanceTimersByTime(2000)
    return open(...names)
  })
  expect(await unsentValues(1)).toEqual([entry[1]])
})

test('nothing waits for a database that never opens', async () => {
  fakeTimeouts()
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const opened = expect(openDatabase(1)).rejects.toThrow('The database has failed.')
  vi.advanceTimersByTime(5000)
  await opened
})

afterEach(() => {
  forgetStored()
  dropConnection(1)
})

/** What a tab gets when another one has changed the storage. */
const fromOtherTab = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))

test.each([
  ['a sign-out in another tab nothing creates the database again', true, []],
  ['a session that has only ended what was typed is still saved', false, ['rootsquare.drafts.1']],
])('after %s', async (_, isSignOut, names) => {
  onTestFinished(onSignedOutElsewhere(() => {}))
  onTestFinished(onSessionChange(() => {}))
  window.localStorage.removeItem('rootsquare.token')
  if (isSignOut) fromOtherTab('rootsquare.left', '')
  fromOtherTab('rootsquare.token', null)
  storeValues(1, [entry])
  await new Promise((resolve) => setTimeout(resolve, 20))
  await vi.waitFor(async () => expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(names))
})
