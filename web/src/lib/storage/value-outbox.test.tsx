import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyValueKind } from '#web/lib/storage/value-outbox.ts'
import { tokenFor } from '#web/test/open-app.tsx'

type Profile = { id: number; isFollowed: boolean }

const queryKey = ['profile', 5] as const
const name = '["profile",5]'
const path = 'outbox.value.follow.5'
const follow: AnyValueKind = {
  name: 'follow',
  callOf: () => ({ method: 'POST', path: '/follow/5' }),
  onSent: (queryClient, { value }) =>
    queryClient.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, isFollowed: value === true },
    ),
  onFailed() {},
}
const item = { name: 'follow', ids: [5], value: true, isTried: false }
const rest = { kind: 'value', receiverId: 0, text: '', media: [], error: null, position: 1, writtenAt: 1 }
const waiting = { ...rest, id: 'value.follow.5', item, call: follow.callOf([5], true) }

const fetched = vi.fn<() => Promise<Response>>()
const reply = (status: number, headers = {}) =>
  Response.json({ data: { following: true } }, { status, headers })

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal(
    'fetch',
    fetched.mockReset().mockImplementation(async () => reply(200)),
  )
  Object.defineProperty(navigator, 'locks', { value: { request: inTurn() }, configurable: true })
  window.localStorage.setItem('rootsquare.token', tokenFor(1))
})

afterEach(() => {
  for (const close of closing.splice(0)) close()
  Reflect.deleteProperty(navigator, 'locks')
  vi.unstubAllGlobals()
})

/** Locks that all tabs share. */
function inTurn() {
  const last = new Map<string, Promise<unknown>>()
  return (lock: string, run: () => Promise<unknown>) => {
    const end = (last.get(lock) ?? Promise.resolve()).then(run)
    last.set(
      lock,
      end.catch(() => {}),
    )
    return end
  }
}

const closing: (() => void)[] = []

/** Has modules of its own, as each tab has, with a page that shows the member as not followed. */
async function openTab() {
  vi.resetModules()
  const store = await import('#web/lib/storage/member-store.ts')
  const answers = await import('#web/lib/storage/saved-answers.ts')
  const { sendValues } = await import('#web/lib/storage/value-outbox.ts')
  const queryClient = new QueryClient()
  queryClient.setQueryData<Profile>(queryKey, { id: 5, isFollowed: false })
  await store.whenStoreLoads(1)
  closing.push(store.forgetStored)
  return {
    store,
    answers,
    queryClient,
    send: () => sendValues(queryClient, 1, [follow]),
    isFollowed: () => queryClient.getQueryData<Profile>(queryKey)?.isFollowed,
    waits: () => store.storedValue(1, path) !== null,
  }
}
type Tab = Awaited<ReturnType<typeof openTab>>

const saveProfile = ({ answers }: Tab) =>
  answers.writeAnswers(
    1,
    new Map([[name, { json: JSON.stringify({ id: 5, isFollowed: false }), updatedAt: 7 }]]),
  )
const savedProfile = async ({ answers }: Tab) => {
  const saved = await answers.readAnswer(1, name)
  return saved && { ...JSON.parse(saved.json), updatedAt: saved.updatedAt }
}

test('what one tab sends is shown in all, and in what was saved, with its age', async () => {
  const [one, other] = [await openTab(), await openTab()]
  await saveProfile(one)
  one.store.storeValues(1, [[path, waiting]])
  await expect.poll(other.waits).toBe(true)
  await Promise.all([one.send(), other.send()])
  await expect.poll(other.waits).toBe(false)
  expect(fetched).toHaveBeenCalledOnce()
  expect([one.isFollowed(), other.isFollowed(), one.waits()]).toEqual([true, true, false])
  expect(await savedProfile(one)).toEqual({ id: 5, isFollowed: true, updatedAt: 7 })
  expect(other.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false)
})

test('a tab that was not told asks the server once it finds the value gone', async () => {
  const tab = await openTab()
  tab.store.storeValues(1, [[path, waiting]])
  await tab.store.whenWritten(1)
  fetched.mockImplementation(() => new Promise(() => {}))
  void tab.send()
  const { writeTyped } = await import('#web/lib/storage/typed-values.ts')
  await expect.poll(() => fetched.mock.calls.length).toBe(1)
  await tab.store.whenWritten(1)
  await writeTyped(1, [[path, null]])
  await tab.store.reloadStored(1)
  expect(tab.waits()).toBe(false)
  expect(tab.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('what the service worker has sent is shown and saved without a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const tab = await openTab()
  await saveProfile(tab)
  const sent = { ...waiting, call: null, item: { ...item, reply: { data: { following: true } } } }
  tab.store.storeValues(1, [[path, sent]])
  await tab.send()
  expect(fetched).not.toHaveBeenCalled()
  expect([tab.isFollowed(), tab.waits()]).toEqual([true, false])
  expect(await savedProfile(tab)).toMatchObject({ isFollowed: true })
})

test('an answer that was on its way does not bring back the old value', async () => {
  const tab = await openTab()
  const { promise, resolve } = Promise.withResolvers<Profile>()
  const loading = tab.queryClient.fetchQuery({ queryKey, queryFn: () => promise })
  tab.store.storeValues(1, [[path, waiting]])
  await tab.send()
  resolve({ id: 5, isFollowed: false })
  await loading
  expect(tab.isFollowed()).toBe(true)
})

test('a choice that replaces one while it is sent is sent too', async () => {
  const tab = await openTab()
  fetched.mockImplementationOnce(async () => {
    const next = { ...waiting, position: 2, item: { ...item, value: false } }
    tab.store.storeValues(1, [[path, next]])
    return reply(200)
  })
  tab.store.storeValues(1, [[path, waiting]])
  await tab.send()
  expect(fetched).toHaveBeenCalledTimes(2)
  expect([tab.isFollowed(), tab.waits()]).toEqual([false, false])
})

test.each([429, 503])('after %i it waits as long as the server asks', async (status) => {
  const tab = await openTab()
  fetched.mockImplementationOnce(async () => reply(status, { 'retry-after': '90' }))
  const waits = vi.spyOn(globalThis, 'setTimeout')
  tab.store.storeValues(1, [[path, waiting]])
  void tab.send()
  await expect.poll(() => waits.mock.calls.map(([, ms]) => ms)).toContain(90_000)
  expect(tab.store.storedValue(1, path)).toMatchObject({ error: null })
  window.dispatchEvent(new Event('online'))
  await expect.poll(tab.waits).toBe(false)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(tab.isFollowed()).toBe(true)
})
