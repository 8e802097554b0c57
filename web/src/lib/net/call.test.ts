import { getProfile } from '@rootsquare/contract/profiles'
import { renewToken } from '@rootsquare/contract/accounts'
import { joinGroup, listGroups } from '@rootsquare/contract/groups'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, CallError, isRetryable, retryDelay } from '#web/lib/net/call.ts'
import { currentSession, startSession, sessionEndReason } from '#web/lib/session/session.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const key = 'rootsquare.token'
const { items: storage, area } = memoryStorage()
const page = Object.assign(new EventTarget(), { localStorage: area })

function tokenOf(userId: number, name: string): string {
  const claims = { user_id: userId, roles: ['USER'], iat: 0, exp: 4_000_000_000, name }
  return `e30.${btoa(JSON.stringify(claims))}.e30`
}

/** Simulates a value stored by another tab: the value arrives first, then the event. */
function storedElsewhere(token: string | null): void {
  if (token === null) storage.delete(key)
  else storage.set(key, token)
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: token }))
}

/** Simulates a server that accepts only one token. Returns the tokens that it received. */
function serveOnly(living: string): string[] {
  const shown: string[] = []
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    const token = (headers.authorization ?? '').replace('Bearer ', '')
    shown.push(token)
    const isLiving = token === living
    const body = isLiving ? { data: { id: 1 } } : { error: ['Please sign in.'], message: '' }
    return Promise.resolve(new Response(JSON.stringify(body), { status: isLiving ? 200 : 401 }))
  })
  return shown
}

const [old, fresh] = [tokenOf(1, 'old'), tokenOf(1, 'fresh')]
const readProfile = () => call(getProfile, { params: { id: 1 } })

describe('a call whose token is rejected', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', page)
    startSession(old)
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('is sent again with a token that another tab has stored', async () => {
    const shown = serveOnly(fresh)
    const answer = readProfile()
    storage.set(key, fresh)
    expect((await answer).data).toEqual({ id: 1 })
    expect(shown).toEqual([old, fresh])
  })

  test('waits for a token that this tab sees late', async () => {
    const shown = serveOnly(fresh)
    const answer = readProfile()
    await vi.advanceTimersByTimeAsync(1900)
    expect(currentSession()?.token).toBe(old)
    storedElsewhere(fresh)
    expect((await answer).data).toEqual({ id: 1 })
    expect(shown).toEqual([old, fresh])
    expect(currentSession()?.token).toBe(fresh)
  })

  test('ends the session if no new token arrives within two seconds', async () => {
    const shown = serveOnly(fresh)
    const answers = Promise.allSettled([readProfile(), readProfile(), readProfile()])
    await vi.advanceTimersByTimeAsync(2000)
    for (const { status } of await answers) expect(status).toBe('rejected')
    expect(currentSession()).toBeNull()
    expect(shown).toEqual([old, old, old])
  })

  test('does not wait if the session has ended in another tab', async () => {
    serveOnly(fresh)
    const answer = expect(readProfile()).rejects.toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(0)
    storedElsewhere(null)
    await answer
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not repeated for a member who has signed in since', async () => {
    const other = tokenOf(2, 'other')
    const shown = serveOnly(other)
    const answer = expect(readProfile()).rejects.toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(0)
    storedElsewhere(other)
    await answer
    expect(shown).toEqual([old])
    expect(currentSession()?.token).toBe(other)
  })

  test('does not end the session after a second renewal', async () => {
    serveOnly(fresh)
    const answer = expect(call(renewToken)).rejects.toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(1900)
    expect(currentSession()?.token).toBe(old)
    storedElsewhere(fresh)
    await answer
    expect(currentSession()?.token).toBe(fresh)
  })
})

describe('a call that is rejected with 403', () => {
  beforeEach(() => {
    vi.stubGlobal('window', page)
    startSession(old)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  function refuseWith(code: string): void {
    const body = { error: ['Not for you.'], message: '', code, reason: 'Spam' }
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status: 403 })))
  }

  test.each(['ACCOUNT_SUSPENDED', 'ACCOUNT_BANNED'])(
    'ends the session for %s, and says why',
    async (code) => {
      refuseWith(code)
      await expect(readProfile()).rejects.toMatchObject({ code, reason: 'Spam' })
      expect(currentSession()).toBeNull()
      expect(sessionEndReason()).toMatchObject({ code, reason: 'Spam' })
    },
  )

  test('does not end the session for any other reason', async () => {
    refuseWith('FORBIDDEN')
    await expect(readProfile()).rejects.toMatchObject({ sentences: ['Not for you.'] })
    expect(currentSession()?.token).toBe(old)
  })
})

test('a shared list bypasses caches for a moment after a change', async () => {
  // Test files share the module, and another file may have written under a clock that it moved forward.
  vi.useFakeTimers({ now: Date.now() + 86_400_000 })
  vi.stubGlobal('window', page)
  const modes: (RequestCache | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { cache }: RequestInit) => {
    modes.push(cache)
    return Promise.resolve(new Response('{"data":{}}'))
  })
  const list = () => call(listGroups, { query: {} })
  await list()
  await call(joinGroup, { params: { id: 1 } })
  await list()
  vi.advanceTimersByTime(2000)
  await list()
  expect(modes).toEqual(['no-cache', 'no-cache', 'reload', 'no-cache'])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a read that the server shed is retried as late as the server asks', async () => {
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const body = JSON.stringify({ error: ['The service is busy.'], code: 'UNAVAILABLE' })
  const shed = new Response(body, { status: 503, headers: { 'retry-after': '5' } })
  vi.stubGlobal('fetch', () => Promise.resolve(shed))
  const failure = await call(listGroups, { query: {} }).catch((error: unknown) => error)
  if (!(failure instanceof CallError)) throw new Error('It was no CallError.')
  expect(isRetryable(failure)).toBe(true)
  expect(retryDelay(0, failure)).toBeGreaterThanOrEqual(5000)
  expect(retryDelay(0, failure)).toBeLessThanOrEqual(7500)
  expect(isRetryable(new CallError(503, {}, 300))).toBe(false)
})

describe('on a slow line', () => {
  const piece = (text: string) => new TextEncoder().encode(text)
  /** Starts a call whose body arrives in pieces, as the test sends them. */
  function callInPieces() {
    vi.useFakeTimers()
    vi.stubGlobal('window', page)
    const body = new TransformStream<Uint8Array, Uint8Array>()
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body.readable)))
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })
    return { line: body.writable.getWriter(), answer: call(listGroups, { query: {} }) }
  }

  test('a call may take minutes while bytes come', async () => {
    const { line, answer } = callInPieces()
    // A letter of two bytes comes in two pieces.
    const text = piece('{"data":{"name":"Ìgbò"}}')
    for (const byte of text) {
      await vi.advanceTimersByTimeAsync(19_000)
      await line.write(Uint8Array.of(byte))
    }
    await line.close()
    expect((await answer).data).toEqual({ name: 'Ìgbò' })
  })

  test('a call fails when nothing comes for twenty seconds', async () => {
    const { line, answer } = callInPieces()
    const failed = expect(answer).rejects.toMatchObject({ status: 0, code: 'NO_RESPONSE' })
    await line.write(piece('{"data":'))
    await vi.advanceTimersByTimeAsync(20_000)
    await failed
  })
})
