import { beforeEach, expect, test, vi } from 'vitest'
import { checkSession, startSession, sessionEndReason } from '#web/lib/session/session.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const { items: storage, area } = memoryStorage()

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('window', { localStorage: area })
})

function tokenWith(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  const text = btoa(String.fromCharCode(...bytes))
  return `e30.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.e30`
}

const soon = () => Math.floor(Date.now() / 1000) + 600

test('reads who is signed in from the token', () => {
  const exp = soon()
  startSession(tokenWith({ user_id: 7, roles: ['USER', 'ADMIN', 'KING'], iat: exp - 900, exp, name: 'Ọ̀ṣun' }))
  const session = { userId: 7, roles: ['USER', 'ADMIN'], issuedAt: exp - 900, expiresAt: exp }
  expect(checkSession()).toMatchObject(session)
  expect(sessionEndReason()).toBeNull()
})

test.each([
  ['has expired', tokenWith({ user_id: 7, exp: soon() - 601 })],
  ['names nobody', tokenWith({ exp: soon() })],
  ['never expires', tokenWith({ user_id: 7 })],
  ['has no claims', 'e30.e30.e30'],
  ['is not a token', 'not a token'],
])('a token that %s ends the session, and sign-in says so', (_, token) => {
  startSession(token)
  expect(checkSession()).toBeNull()
  expect(storage.size).toBe(0)
  expect(sessionEndReason()).toBe('Your session has ended. Please sign in again.')
})

test('keeps the session if the browser cannot store the token', () => {
  vi.stubGlobal('window', {
    localStorage: {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
      removeItem: () => {},
    },
  })
  startSession(tokenWith({ user_id: 7, exp: soon() }))
  expect(checkSession()?.userId).toBe(7)
})
