import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, noResponse } from '#web/lib/net/call.ts'
import { defaultOptions } from '#web/lib/net/query-client.ts'
import { saveQueries } from '#web/lib/net/saved-queries.ts'
import { startSession } from '#web/lib/session/session.ts'
import { dropConnection } from '#web/lib/storage/database.ts'
import { readAnswer, writeAnswers } from '#web/lib/storage/saved-answers.ts'
import { tokenFor } from '#web/test/open-app.tsx'

const queryKey = ['feed'] as const
const name = '["feed"]'
const meta = { saved: 'main' } as const
let queryClient: QueryClient
let stop = () => {}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  dropConnection(1)
  startSession(tokenFor(1))
  queryClient = new QueryClient({ defaultOptions })
})

afterEach(() => stop())

const start = () => (stop = saveQueries(queryClient, 1))
/** As when the page is closed. */
const leave = () => void window.dispatchEvent(new Event('pagehide'))
const savedJson = async (key: QueryKey = queryKey) => (await readAnswer(1, JSON.stringify(key)))?.json
const storeAnswer = (data: unknown, updatedAt = 5) =>
  writeAnswers(1, new Map([[name, { json: JSON.stringify(data), updatedAt }]]))
const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

/** Opens a query as a page does. */
function open(queryFn: () => Promise<unknown>) {
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, meta, retry: false })
  const unsubscribe = observer.subscribe(() => {})
  stop = unsubscribe
  return observer
}

test('what was saved is shown until the answer comes', async () => {
  await storeAnswer('saved')
  const { promise, resolve } = Promise.withResolvers<string>()
  const observer = open(() => promise)
  await expect.poll(() => observer.getCurrentResult().data).toBe('saved')
  expect(observer.getCurrentResult()).toMatchObject({ dataUpdatedAt: 5, isFetching: true, isSuccess: true })
  resolve('fresh')
  await expect.poll(() => observer.getCurrentResult().data).toBe('fresh')
  expect(observer.getCurrentResult().dataUpdatedAt).toBeGreaterThan(5)
})

test('an answer that is faster than the database stays', async () => {
  await storeAnswer('saved')
  const observer = open(async () => 'fresh')
  await expect.poll(() => observer.getCurrentResult().data).toBe('fresh')
  await new Promise((resolve) => setTimeout(resolve))
  expect(observer.getCurrentResult().data).toBe('fresh')
})

test('without an answer it stays, with its time, and the first error is already with it', async () => {
  await storeAnswer('saved')
  const errors: unknown[] = []
  const observer = open(() => Promise.reject(noResponse()))
  observer.subscribe(({ isError, data }) => isError && errors.push(data))
  await expect.poll(() => observer.getCurrentResult().isRefetchError).toBe(true)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'saved', dataUpdatedAt: 5 })
  expect(errors).toEqual(['saved'])
})

test.each([404, 403])('an answer %i removes it from the screen and the device', async (status) => {
  await storeAnswer('saved')
  const observer = open(() => Promise.reject(new CallError(status, {})))
  await expect.poll(() => observer.getCurrentResult().isLoadingError).toBe(true)
  expect(observer.getCurrentResult().data).toBeUndefined()
  await expect.poll(() => savedJson()).toBeUndefined()
})

const pagesOf = (count: number) => ({
  pages: Array.from({ length: count }, (_, at) => [at]),
  pageParams: Array.from({ length: count }, (_, at) => at),
})

test.each([
  ['one page with a line that answers late', true, 1],
  ['all saved pages offline', false, 3],
])('a list is shown with %s', async (_, isOnline, count) => {
  setOnline(isOnline)
  await storeAnswer(pagesOf(3))
  const observer = open(() => new Promise(() => {}))
  await expect.poll(() => observer.getCurrentResult().data).toEqual(pagesOf(count))
})

test('a list is shown with all saved pages once the line has failed', async () => {
  setOnline(true)
  await storeAnswer(pagesOf(3))
  const observer = open(() => Promise.reject(noResponse()))
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  expect(observer.getCurrentResult().data).toEqual(pagesOf(3))
})

test('only queries that say so are saved, and of a list three pages', async () => {
  start()
  await queryClient.fetchQuery({ queryKey, meta, queryFn: async () => pagesOf(5) })
  await queryClient.fetchQuery({ queryKey: ['bank'], queryFn: async () => 'secret' })
  leave()
  await expect.poll(() => savedJson()).toBe(JSON.stringify(pagesOf(3)))
  expect(await savedJson(['bank'])).toBeUndefined()
})

test('what was loaded before and what is patched later are saved', async () => {
  await queryClient.fetchQuery({ queryKey, meta, queryFn: async () => 'first' })
  start()
  leave()
  await expect.poll(() => savedJson()).toBe('"first"')
  queryClient.setQueryData(queryKey, 'patched')
  queryClient.setQueryData(queryKey, 'patched again')
  leave()
  await expect.poll(() => savedJson()).toBe('"patched again"')
})

test('a later answer 404 deletes what was saved', async () => {
  start()
  await queryClient.fetchQuery({ queryKey, meta, queryFn: async () => 'first' })
  leave()
  await expect.poll(() => savedJson()).toBe('"first"')
  const gone = {
    queryKey,
    meta,
    retry: false,
    staleTime: 0,
    queryFn: () => Promise.reject(new CallError(404, {})),
  }
  await queryClient.fetchQuery(gone).catch(() => {})
  leave()
  await expect.poll(() => savedJson()).toBeUndefined()
})

test('what was only shown from the device is not written again', async () => {
  await storeAnswer('saved')
  start()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const observer = open(() => Promise.reject(noResponse()))
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  leave()
  await new Promise((resolve) => setTimeout(resolve))
  expect(put).not.toHaveBeenCalled()
})
