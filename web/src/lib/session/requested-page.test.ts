import { beforeEach, expect, test, vi } from 'vitest'
import {
  memberOfRequestedPage,
  rememberRequestedPage,
  takeRequestedPage,
} from '#web/lib/session/requested-page.ts'
import { checkSession, endSession, startSession } from '#web/lib/session/session.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

const { items, area } = memoryStorage()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('window', { localStorage: memoryStorage().area, sessionStorage: area })
  vi.stubGlobal('location', { origin: 'https://rootsquare.example' })
})

/** Checks the session as every navigation does, which records who was signed in last. */
function signIn(userId: number): void {
  startSession(`e30.${btoa(JSON.stringify({ user_id: userId, exp: 4_000_000_000 }))}.e30`)
  checkSession()
}

/** Opens a page as a visitor: nobody has been signed in on this page. */
function askedByVisitor(href: string): void {
  items.set('rootsquare.asked-for', href)
}

test('returns the page that a visitor requested once, with search and hash', () => {
  askedByVisitor('/my-orders?from=mail#unread')
  expect(takeRequestedPage()).toBe('/my-orders?from=mail#unread')
  expect(takeRequestedPage()).toBeNull()
})

test.each(['https://elsewhere.example/user', '//elsewhere.example', 'http://[', 'javascript:alert(1)'])(
  'leads only to our own pages, not to %s',
  (href) => {
    askedByVisitor(href)
    expect(takeRequestedPage()).toBeNull()
  },
)

test('returns a member’s page to that member only', () => {
  for (const [next, page] of [
    [1, '/my-order/abc'],
    [2, null],
  ] as const) {
    signIn(1)
    rememberRequestedPage('/my-order/abc')
    endSession()
    signIn(next)
    expect(takeRequestedPage()).toBe(page)
  }
})

test('names the member whose page a visitor requested', () => {
  askedByVisitor('/u/bose.akande?tab=groups')
  expect(memberOfRequestedPage()).toBe('bose.akande')
  askedByVisitor('/my-orders')
  expect(memberOfRequestedPage()).toBeUndefined()
})

test('hides from the next person which page a member requested', () => {
  signIn(1)
  rememberRequestedPage('/u/bose.akande')
  expect(memberOfRequestedPage()).toBeUndefined()
})
