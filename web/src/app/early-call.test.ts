import { listItems } from '@rootsquare/contract/trade/market'
import { feedSize, getPost, homeFeed } from '@rootsquare/contract/posts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import html from '../../index.html?raw'
import { pageSize } from '#web/features/market/browse/market-search.ts'
import { call } from '#web/lib/net/call.ts'
import { endSession, startSession } from '#web/lib/session/session.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
const { items: storage, area } = memoryStorage()
const page = Object.assign(new EventTarget(), { localStorage: area })
const fetched = vi.fn<(address: string, init: { headers: Record<string, string> }) => Promise<Response>>()

const tokenOf = (name: string) =>
  `e30.${btoa(JSON.stringify({ user_id: 1, roles: ['USER'], iat: 0, exp: 4_000_000_000, name }))}.e30`
const readFeed = () => call(homeFeed, { query: { page: 0, size: feedSize } })

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response(JSON.stringify({ data: { content: [] } })))
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', area)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('CSS', { supports: () => true })
  vi.stubGlobal('document', { documentElement: { setAttribute: () => {} } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.earlyCall = undefined
})

let opened = 0

/** Runs what index.html runs at this address. */
async function openPage(path: string): Promise<void> {
  const { pathname, search } = new URL(path, 'http://square.test')
  vi.stubGlobal('location', { pathname, search })
  opened += 1
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}//${opened}`)
}

test('the feed is fetched once, by the page, and then again by the app', async () => {
  startSession(tokenOf('one'))
  await openPage('/user')
  expect((await readFeed()).data).toEqual({ content: [] })
  expect(fetched).toHaveBeenCalledOnce()
  expect(fetched.mock.lastCall?.[1].headers.authorization).toBe(`Bearer ${tokenOf('one')}`)
  await readFeed()
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('the items and a post are fetched once', async () => {
  startSession(tokenOf('one'))
  await openPage('/marketplace')
  await call(listItems, { query: { page: 0, size: pageSize } })
  expect(fetched).toHaveBeenCalledOnce()
  await openPage('/post/12')
  await call(getPost, { params: { id: 12 } })
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a visitor gets a post without a token, and nothing else', async () => {
  for (const path of ['/user', '/marketplace', '/', '/post/x']) await openPage(path)
  expect(fetched).not.toHaveBeenCalled()
  await openPage('/post/12?ref=x')
  await call(getPost, { params: { id: 12 } })
  expect(fetched).toHaveBeenCalledOnce()
  expect(fetched.mock.lastCall?.[1].headers).not.toHaveProperty('authorization')
})

test('another call does not use the early response', async () => {
  startSession(tokenOf('one'))
  await openPage('/user')
  await call(getPost, { params: { id: 12 } })
  await readFeed()
  expect(fetched).toHaveBeenCalledTimes(2)
})

test.each([
  ['after signing out', () => endSession()],
  ['with another token', () => startSession(tokenOf('two'))],
  ['two minutes later', () => void vi.advanceTimersByTime(121_000)],
])('%s it is not used', async (_, change) => {
  startSession(tokenOf('one'))
  await openPage('/user')
  change()
  await readFeed()
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a filtered marketplace is left to the app', async () => {
  startSession(tokenOf('one'))
  await openPage('/marketplace?category=3')
  expect(fetched).not.toHaveBeenCalled()
})

test('without a connection the call fails as any other', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  startSession(tokenOf('one'))
  await openPage('/user')
  await expect(readFeed()).rejects.toMatchObject({ status: 0, code: 'NO_RESPONSE' })
  expect(fetched).toHaveBeenCalledOnce()
})

test('a cancelled call stops waiting', async () => {
  fetched.mockReturnValue(new Promise(() => {}))
  startSession(tokenOf('one'))
  await openPage('/user')
  const leaving = new AbortController()
  const reading = call(homeFeed, { query: { page: 0, size: feedSize }, signal: leaving.signal })
  leaving.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
