import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSessionAlive } from '#web/lib/session/renewal.ts'
import { currentSession, startSession } from '#web/lib/session/session.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const hourMs = 3_600_000
const { area } = memoryStorage()
const page = Object.assign(new EventTarget(), { localStorage: area })
const tab = Object.assign(new EventTarget(), { hidden: false })

/** The token lives 24 hours, so its renewal is due between the 12th and the 18th hour. */
function tokenOf(name: string): string {
  const iat = Math.floor(Date.now() / 1000)
  return `e30.${btoa(JSON.stringify({ user_id: 1, roles: ['USER'], iat, exp: iat + 86_400, name }))}.e30`
}

const renewed = (token: string) => () =>
  Promise.resolve(new Response(JSON.stringify({ data: { access_token: token } })))
const renewal = vi.fn<() => Promise<Response>>()
let stop = () => {}
let old = ''

/** Presses a key and waits for its effects. */
async function press(): Promise<void> {
  page.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(0)
}

function setHidden(isHidden: boolean): void {
  tab.hidden = isHidden
  tab.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', tab)
  vi.stubGlobal('fetch', renewal)
  renewal.mockReset()
  tab.hidden = false
  old = tokenOf('old')
  startSession(old)
  stop = keepSessionAlive()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('does not renew a token in the first half of its lifetime', async () => {
  await vi.advanceTimersByTimeAsync(11.9 * hourMs)
  await press()
  expect(renewal).not.toHaveBeenCalled()
})

test('renews an active member’s token before three quarters of its lifetime', async () => {
  const fresh = tokenOf('fresh')
  renewal.mockImplementation(renewed(fresh))
  await vi.advanceTimersByTimeAsync(18.1 * hourMs)
  await press()
  expect(renewal).toHaveBeenCalledTimes(1)
  expect(currentSession()?.token).toBe(fresh)
})

test('renews nothing while the member is inactive', async () => {
  await vi.advanceTimersByTimeAsync(23 * hourMs)
  expect(renewal).not.toHaveBeenCalled()
})

test('renews nothing in a hidden tab, and at once when it is visible', async () => {
  renewal.mockImplementation(renewed(tokenOf('fresh')))
  setHidden(true)
  await vi.advanceTimersByTimeAsync(18.1 * hourMs)
  await press()
  expect(renewal).not.toHaveBeenCalled()
  setHidden(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(renewal).toHaveBeenCalledTimes(1)
})

test('retries after half a minute without signing the member out', async () => {
  renewal.mockImplementationOnce(() => Promise.resolve(new Response('{}', { status: 500 })))
  renewal.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  renewal.mockImplementation(renewed(tokenOf('fresh')))
  await vi.advanceTimersByTimeAsync(18.1 * hourMs)
  await press()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(renewal).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(renewal).toHaveBeenCalledTimes(2)
  expect(currentSession()?.token).toBe(old)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(renewal).toHaveBeenCalledTimes(3)
  expect(currentSession()?.token).not.toBe(old)
})
